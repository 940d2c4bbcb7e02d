package dev.assay.core.durability;

/**
 * What an acknowledgement of a system promises where a level was asked for.
 *
 * @param because what makes it so, as a phrase about the system; empty where the level is what was asked
 */
public record GivenDurability(DurabilityLevel asked, DurabilityLevel given, String because) {
    /** The level asked for, for a system that can be set to any. */
    public static GivenDurability asAsked(DurabilityLevel asked) {
        return new GivenDurability(asked, asked, "");
    }

    /** Whether it promises at least what was asked. */
    public boolean suffices() {
        return given.covers(asked);
    }

    /** Whether it promises more than was asked, which is to be said wherever the result is shown. */
    public boolean stronger() {
        return suffices() && given != asked;
    }

    /** For people, such as {@code gives level-1, asked is level-2: quorum queues ...}. */
    public String describe() {
        return "gives " + given + ", asked is " + asked + (because.isEmpty() ? "" : ": " + because);
    }
}
