package dev.assay.cli.card;

import dev.assay.cluster.artifact.Coordinates;
import dev.assay.model.display.VisibleText;
import dev.assay.run.stage.Plugins;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads each name and value of a card as what it is, where it stands: people are shown them before they agree to a plan, so that none may
 * look like a line or a column of it.
 */
final class CardText {
    private static final String ARTIFACTS = "/artifacts/";
    private static final String UNPINNED = "/unpinned/";
    private static final int MAX_CHARACTERS = 4_000;

    /** Lists what a card may leave open. */
    private static final Set<String> OPTIONAL = Set.of("/study", "/seed", "/workers");

    /** Matches settings in effect, which servers report, and which may have several lines. */
    private static final Pattern REPORTED = Pattern.compile("/(?:settings|differing)/.*");

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern SYSTEM = Pattern.compile("[a-z][a-z0-9]{0,30}");
    private static final Pattern SYSTEM_AND_VERSION = Pattern.compile("[a-z][a-z0-9]{0,30}(?: \\S{1,60}){0,9}");
    private static final Pattern MEASURED_SYSTEM = Pattern.compile("/runs/\\d+/systems/\\d+/system");
    private static final Pattern MEASURED = Pattern.compile("/runs/\\d+/measured");
    private static final Pattern GAP = Pattern.compile("\\s{2}|^\\s|\\s$", Pattern.UNICODE_CHARACTER_CLASS);

    private CardText() {}

    /**
     * Checks all texts of an entry.
     *
     * @param json of {@code card.json} or {@code assay.lock}
     * @throws IllegalArgumentException with the line of the first that is not what it has to be
     */
    static void require(String entry, String json) {
        try (JsonParser parser = JsonMapper.shared().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                try {
                    String place = parser.streamReadContext().pathAsPointer().toString();
                    switch (token) {
                        case PROPERTY_NAME -> requireName(place, parser.getString());
                        case VALUE_STRING -> requireValue(place, parser.getString());
                        case VALUE_NULL -> require(OPTIONAL.contains(place), "a value", "null");
                        default -> {
                            // Numbers and truth values are read as such.
                        }
                    }
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "%s, line %d: %s"
                                    .formatted(
                                            entry, parser.currentTokenLocation().getLineNr(), e.getMessage()),
                            e);
                }
            }
        }
    }

    private static void requireName(String place, String name) {
        if (place.startsWith(ARTIFACTS)) {
            requireArtifact(name);
        } else {
            requireLine(name);
        }
    }

    private static void requireValue(String place, String value) {
        if (!REPORTED.matcher(place).matches()) {
            requireLine(value);
        }
        if (place.startsWith(ARTIFACTS) || place.equals("/study/sha256")) {
            require(SHA_256.matcher(value).matches(), "a SHA-256 in 64 hexadecimal digits", value);
        } else if (place.startsWith(UNPINNED)) {
            requireArtifact(value);
        } else if (place.startsWith("/systems/")) {
            require(SYSTEM.matcher(value).matches(), "a system in lower-case letters and digits", value);
        } else if (MEASURED_SYSTEM.matcher(place).matches()) {
            require(
                    SYSTEM_AND_VERSION.matcher(value).matches(),
                    "a system in lower-case letters and digits, and its version",
                    value);
        } else if (MEASURED.matcher(place).matches()) {
            requireDay(value);
        } else if (REPORTED.matcher(place).matches()) {
            require(value.codePoints().noneMatch(VisibleText::isHidden), "visible text", value);
        }
    }

    private static void requireArtifact(String name) {
        if (!Plugins.isArtifact(name)) {
            Coordinates artifact = Coordinates.parse(name);
            require(artifact.toString().equals(name), "an artifact such as " + artifact, name);
        }
    }

    private static void requireDay(String value) {
        try {
            LocalDate.parse(value);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a day such as 2026-11-28, but found '" + value + "'", e);
        }
    }

    /** Refuses what is not one line of visible text, or has a gap that would make it look like several columns or lines. */
    static void requireLine(String text) {
        require(
                text.codePoints().noneMatch(point -> point == '\n' || point == '\t' || VisibleText.isHidden(point)),
                "one line of visible text",
                text);
        require(
                text.length() <= MAX_CHARACTERS && !GAP.matcher(text).find(),
                "at most " + MAX_CHARACTERS + " characters without two blanks in a row, or one at an end",
                text);
    }

    private static void require(boolean holds, String expected, String text) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected + ", but found '" + text + "'");
        }
    }
}
