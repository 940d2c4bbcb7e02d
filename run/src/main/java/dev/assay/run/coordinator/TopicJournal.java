package dev.assay.run.coordinator;

import dev.assay.driver.TopicSpec;
import dev.assay.model.result.CreationEntry.Step;
import java.util.List;

/**
 * Takes down what a trial creates on a system that others run. Each call returns when what it says would outlive the machine's
 * death; an exception from it ends the trial before anything is created.
 */
@FunctionalInterface
public interface TopicJournal {
    /** These topics have come so far. */
    void note(Step step, List<TopicSpec> topics);
}
