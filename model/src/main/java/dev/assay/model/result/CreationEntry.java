package dev.assay.model.result;

import java.util.List;

/**
 * A line of the journal of what a run creates on a system that others run. Each step is written down, and is on disk, before what
 * follows it happens; so the last line of a name tells what can have become of it, whenever the run was killed.
 *
 * @param at ISO-8601 instant
 * @param trial folder of the trial that the topics are for
 * @param topics what the step is about; everything else that is created on any system bears the name of one of them
 */
public record CreationEntry(String at, String trial, Step step, List<Topic> topics) {
    /** How far it has come. */
    public enum Step {
        /** The names are chosen; nothing has been created. */
        PLANNED,
        /** Some of them were there before: they are somebody else's, and nothing was created. */
        EXISTED,
        /** None of them was there, and from now on they are created: what is there from then on is this run's. */
        ABSENT,
        /** They have been deleted. */
        DELETED
    }

    /**
     * A topic with its subscriptions, by the names that the system knows them by.
     *
     * @param partitions at least one
     */
    public record Topic(String name, int partitions, List<String> subscriptions) {
        public Topic {
            subscriptions = List.copyOf(subscriptions);
        }
    }

    public CreationEntry {
        topics = List.copyOf(topics);
    }
}
