package dev.assay.model.result;

import java.util.List;

/**
 * Is a line of the journal of what a run creates on a system that others run. Each step is written down, and is on disk,
 * before what follows it happens; so the last line of a name tells what can have become of it, whenever the run was killed.
 *
 * @param at ISO-8601 instant
 * @param trial folder of the trial that the topics are for
 * @param topics what the step is about; everything else that is created on any system bears the name of one of them
 */
public record CreationEntry(String at, String trial, Step step, List<Topic> topics) {
    public enum Step {
        /** The names are chosen; nothing has been created. */
        PLANNED,
        /** Some of the names existed before: they are somebody else's, and nothing was created. */
        EXISTED,
        /** None of the names existed; they are created from now on, so whatever bears one is this run's. */
        ABSENT,
        DELETED
    }

    /** @param partitions at least one */
    public record Topic(String name, int partitions, List<String> subscriptions) {
        public Topic {
            subscriptions = List.copyOf(subscriptions);
        }
    }

    public CreationEntry {
        topics = List.copyOf(topics);
    }
}
