print("meshrender")
