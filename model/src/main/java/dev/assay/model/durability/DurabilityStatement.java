package dev.assay.model.durability;

import java.util.List;
import java.util.Optional;

/**
 * States what an acknowledgement is worth in a trial: the level that the scenario asks for, and the one that the system and the
 * scenario's settings really give.
 *
 * @param asked the level of the scenario
 * @param known whether the given level is known; not so where others keep the settings that decide
 * @param given the strongest level that holds; empty where nothing is promised, or it is not known
 * @param reasons what makes it another level, or why it is not known; such as {@code settings.SYSTEM.producer.acks=1}
 */
public record DurabilityStatement(
        DurabilityLevel asked, boolean known, Optional<DurabilityLevel> given, List<String> reasons) {
    public DurabilityStatement {
        reasons = List.copyOf(reasons);
        boolean holds = given.equals(Optional.of(asked));
        if (holds != reasons.isEmpty()) {
            throw new IllegalArgumentException("reasons must say why the level is not " + asked
                    + ", and be empty where it is, but are " + reasons);
        }
        if (!known && given.isPresent()) {
            throw new IllegalArgumentException("given must be empty where it is not known, but is " + given);
        }
    }

    public static DurabilityStatement holding(DurabilityLevel level) {
        return new DurabilityStatement(level, true, Optional.of(level), List.of());
    }

    /** States that the system gives another level for those reasons, which are dropped where both levels are the same. */
    public static DurabilityStatement giving(
            DurabilityLevel requested, DurabilityLevel effective, List<String> reasons) {
        return effective == requested
                ? holding(requested)
                : new DurabilityStatement(requested, true, Optional.of(effective), reasons);
    }

    /** States that not even one node needs to have a message that counts as acknowledged. */
    public static DurabilityStatement givingNothing(DurabilityLevel requested, List<String> reasons) {
        return new DurabilityStatement(requested, true, Optional.empty(), reasons);
    }

    /** States that nobody can know from here whether the level holds. */
    public static DurabilityStatement notKnown(DurabilityLevel requested, String reason) {
        return new DurabilityStatement(requested, false, Optional.empty(), List.of(reason));
    }

    /** Tells whether something that the level asks for is missing. */
    public boolean weakened() {
        return known && given.filter(level -> level.covers(asked)).isEmpty();
    }

    /** Returns the level that the values stand for, such as {@code level-4}: trials compare with those of the same label only. */
    public String label() {
        String otherwise = known ? "no level" : asked + "?";
        return given.map(DurabilityLevel::toString).orElse(otherwise);
    }

    /** Returns the {@link #label} with the words of the level, such as {@code level-4 (in memory)}. */
    public String namedLabel() {
        return DurabilityLevel.named(label());
    }

    public String meaning() {
        String otherwise = known ? "acknowledged before any node has it" : "not known whether " + asked.meaning();
        return given.map(DurabilityLevel::meaning).orElse(otherwise);
    }

    /**
     * Returns the {@link #namedLabel} and, where another level is known to hold, the level asked for, such as
     * {@code level-4 (in memory; asked: level-1, replicated and synced)}.
     */
    public String brief() {
        if (reasons.isEmpty() || !known) {
            return namedLabel();
        }
        return label() + " (" + given.map(level -> level.words() + "; ").orElse("") + "asked: " + asked + ", "
                + asked.words() + ")";
    }

    /**
     * Returns a text for people, such as {@code level-1 (replicated and synced)} or
     * {@code level-1 (replicated and synced; effective level-4, in memory, because of settings.SYSTEM.producer.acks=1)}.
     */
    @Override
    public String toString() {
        return reasons.isEmpty() ? asked.named() : asked + " (" + asked.words() + "; " + instead() + ")";
    }

    private String instead() {
        String why = String.join(" and ", reasons);
        if (!known) {
            return "not known: " + why;
        }
        String effective =
                given.map(level -> "effective " + level + ", " + level.words()).orElse("no effective level");
        return effective + ", because of " + why;
    }
}
