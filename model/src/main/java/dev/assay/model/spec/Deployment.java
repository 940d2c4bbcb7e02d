package dev.assay.model.spec;

public enum Deployment {
    /** Assay starts the system on this machine for the trial, and removes it afterwards. */
    LOCAL,
    /** The system runs already; the scenario says where, and Assay touches only what it creates there. */
    EXISTING
}
