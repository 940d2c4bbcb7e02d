package dev.assay.report.card;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.Verdict.Grade;
import java.util.Locale;

/**
 * Draws a badge to show beside a project's name, as SVG. Its colour is that of the verdict: a badge that is greener for faster systems
 * would encourage measuring only what is fast.
 */
public final class Badge {
    private static final String LEFT = "assay";

    /** Gives the width of a letter at the badge's font size, in pixels. SVG can't measure text, so its length is stated. */
    private static final double CAPITAL = 8;

    private static final double LETTER = 6.6;

    private static final int PADDING = 7;

    private Badge() {}

    public static String of(Card card) {
        String right = text(card);
        int left = width(LEFT);
        int whole = left + width(right);
        return String.format(
                Locale.ROOT,
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%4$s: %5$s">
                <title>%4$s: %5$s</title>
                <clipPath id="r"><rect width="%1$d" height="20" rx="3"/></clipPath>
                <g clip-path="url(#r)"><rect width="%2$d" height="20" fill="#3b434d"/><rect x="%2$d" width="%3$d" height="20" fill="%6$s"/></g>
                <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="%7$d" y="14" textLength="%9$d">%4$s</text><text x="%8$d" y="14" textLength="%10$d">%5$s</text></g>
                </svg>
                """,
                whole,
                left,
                whole - left,
                LEFT,
                right,
                colour(card.verdict()),
                PADDING,
                left + PADDING,
                left - 2 * PADDING,
                whole - left - 2 * PADDING);
    }

    /** Returns the verdict, and the level if all systems have the same one and it was verified. */
    static String text(Card card) {
        boolean same = card.systems().stream()
                        .map(Card.MeasuredSystem::level)
                        .distinct()
                        .count()
                == 1;
        boolean verified = card.systems().stream().allMatch(Card.MeasuredSystem::isVerified);
        return card.verdict()
                + (same && verified && card.systems().getFirst().level().matches("level-\\d")
                        ? ", " + DurabilityLevel.named(card.systems().getFirst().level()) + " verified"
                        : "");
    }

    /** Returns a colour whose contrast with white is at least 4.5. */
    private static String colour(Grade grade) {
        return switch (grade) {
            case VALID -> "#146c3f";
            case DEGRADED -> "#855300";
            case INVALID -> "#ad1f16";
        };
    }

    private static int width(String text) {
        double width = text.chars()
                .mapToDouble(letter -> Character.isUpperCase(letter) ? CAPITAL : LETTER)
                .sum();
        return (int) Math.ceil(width) + 2 * PADDING;
    }
}
