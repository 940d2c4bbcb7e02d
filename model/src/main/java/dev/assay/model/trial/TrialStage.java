package dev.assay.model.trial;

public enum TrialStage implements TrialEvent {
    CONNECTING("connecting"),
    CREATING_TOPICS("creating topics"),
    OPENING("opening producers and consumers"),
    ASSIGNING("waiting for partitions"),
    LOADING("load"),
    INJECTING("the fault"),
    RECOVERING("recovery"),
    DRAINING("draining"),
    RECHECKING("rechecking missing messages, 5 min at most"),
    RECONCILING("collecting the ledgers"),
    READING("reading everything from the beginning"),
    CLEANING_UP("deleting topics");

    private final String title;

    TrialStage(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
