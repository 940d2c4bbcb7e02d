package dev.assay.omb;

import java.util.OptionalLong;

/** Numbers in other benchmarks' files. */
final class WholeNumber {
    private WholeNumber() {}

    /** The number; empty where the text is none. YAML allows underscores in it. */
    public static OptionalLong of(String text) {
        String digits = text.strip().replace("_", "");
        return digits.matches("[+-]?\\d{1,18}") ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }
}
