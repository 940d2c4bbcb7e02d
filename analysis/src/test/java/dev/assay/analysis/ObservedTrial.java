package dev.assay.analysis;

import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import java.util.Map;
import java.util.function.Consumer;

public record ObservedTrial(StoredTrial stored, Map<String, ObservedMachine> observed) implements StoredTrial {
    @Override
    public TrialRecord trial() {
        return stored.trial();
    }

    @Override
    public void eachSecond(Consumer<RecordedSecond> sink) {
        stored.eachSecond(sink);
    }

    @Override
    public void eachInterval(Consumer<RecordedInterval> sink) {
        stored.eachInterval(sink);
    }

    @Override
    public void eachHiccups(Consumer<RecordedHiccups> sink) {
        stored.eachHiccups(sink);
    }
}
