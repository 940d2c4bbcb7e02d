package dev.assay.scenario.claim;

import java.util.Optional;

/**
 * Names a cell in a claim: {@code TEST/CELL}, or {@code TEST/CELL@VARIANT} for one of its variants.
 *
 * @param cell as {@code TEST/CELL}
 * @param variant empty for the variant that the claim is judged by
 */
public record CellName(String cell, Optional<String> variant) {
    private static final char AT = '@';

    public static CellName of(String text) {
        int at = text.indexOf(AT);
        return at < 0
                ? new CellName(text, Optional.empty())
                : new CellName(text.substring(0, at), Optional.of(text.substring(at + 1)));
    }

    public String text() {
        return cell + variant.map(name -> AT + name).orElse("");
    }
}
