package dev.assay.analysis;

import dev.assay.model.result.Placement;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import java.util.Optional;
import java.util.function.Consumer;

public record PlacedTrial(StoredTrial stored, Placement pods) implements StoredTrial {
    @Override
    public Optional<Placement> placement() {
        return Optional.of(pods);
    }

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
