# meshrender with all that it loads and Mesa's software rasterizer, from the package that `make deb` makes:
#   make deb && docker build --tag meshrender --file Dockerfile .build-package
# FFmpeg, for videos, and libimagequant0 (GPL), for GIFs, are left out.
FROM debian:bookworm-slim
COPY meshrender_*.deb /tmp/
# Recommended packages are the libraries that pictures need.
# hadolint ignore=DL3008,DL3015
RUN apt-get update \
  && apt-get install --yes /tmp/meshrender_*.deb \
  && rm -rf /var/lib/apt/lists/* /tmp/meshrender_*.deb
ENV XDG_CACHE_HOME=/tmp
USER 65534
WORKDIR /work
ENTRYPOINT ["meshrender"]
