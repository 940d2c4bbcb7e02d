package dev.assay.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Replaces each value of a record, one at a time, and has the run reported. */
final class RecordSweep {
    /** Matches a text of a record as JSON, after a colon or in a list. */
    static final Pattern TEXT = Pattern.compile("(?<=[:\\[,] )\"(?:[^\"\\\\]|\\\\.)*\"");

    /** Matches a number of a record, after a colon or in a list. */
    static final Pattern NUMBER = Pattern.compile("(?<=[:\\[,] )-?[0-9][-+.0-9eE]*");

    /** Holds the replacements of a text. */
    static final List<String> TEXTS = List.of(json(HostileText.POISON));

    /** Holds the replacements of a number. */
    static final List<String> NUMBERS = List.of(
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "1e308",
            "1e999",
            "\"NaN\"",
            "null",
            "[]",
            "{\"a\":1}");

    private final Path run;
    private final List<String> harm = new ArrayList<>();

    RecordSweep(Path run) {
        this.run = run;
    }

    private static String json(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> out.append(c == '"' || c == '\\' || c < ' ' ? "\\u%04x".formatted(c) : (char) c));
        return out.append('"').toString();
    }

    /** Puts the values, in turn, into each place of a record. */
    void over(String name, Pattern places, List<String> values) throws IOException {
        Path record = run.resolve(name);
        String sound = Files.readString(record);
        List<MatchResult> found = places.matcher(sound).results().toList();
        assertThat(found).isNotEmpty();
        for (int number = 0; number < found.size(); number++) {
            MatchResult place = found.get(number);
            String value = values.get(number % values.size());
            Files.writeString(record, sound.substring(0, place.start()) + value + sound.substring(place.end()));
            String before = sound.substring(Math.max(0, place.start() - 40), place.end());
            look(before.replaceAll("\\s+", " ") + " := " + value).ifPresent(harm::add);
        }
        Files.writeString(record, sound);
        assertThat(harm).as("of %d places of %s", found.size(), name).isEmpty();
    }

    private Optional<String> look(String what) throws IOException {
        Path page = run.resolve("report.html");
        Files.deleteIfExists(page);
        Ended ended = ProgramUnderTest.run("report", run.toString());
        try {
            assertThat(ended.code()).as(ended.said()).isIn(0, 2, 3, 5);
            assertThat(ended.said()).doesNotContain("\tat ");
            HostileText.assertHarmlessOnTerminal(ended.said());
            if (Files.exists(page)) {
                HostileText.assertHarmlessPage(Files.readString(page));
                HostileText.assertHarmlessTable(Files.readString(run.resolve("summary.csv")));
            } else {
                assertThat(ended.err()).startsWith("assay: ");
            }
            return Optional.empty();
        } catch (AssertionError e) {
            return Optional.of(what + ": "
                    + String.valueOf(e.getMessage()).strip().lines().limit(9).toList());
        }
    }
}
