package dev.assay.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.reading.Reading;
import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.CardView;
import dev.assay.report.view.TerminalRenderer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that each malicious card is refused with one message, and leaves nothing behind. */
class HarmfulCardTest {
    private static final Path RECORDED = Path.of("../store/src/test/resources/dev/assay/store/recorded-run");

    @TempDir
    Path folder;

    private Path card = Path.of(".");
    private Map<String, String> entries = Map.of();

    @BeforeEach
    void make() throws IOException {
        Ended ended = ProgramUnderTest.run(
                "card", RECORDED.toString(), "--to", folder.resolve("good").toString());
        assertThat(ended.code()).as(ended.said()).isZero();
        card = folder.resolve("good/in-memory.card");
        entries = CardEntries.of(card);
    }

    private void assertRefused(Path file, String why) throws IOException {
        try (Stream<Path> before = Files.list(folder)) {
            long files = before.count();
            for (String command : List.of("plan", "run", "report")) {
                Ended ended = ProgramUnderTest.run(command, file.toString());
                assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
                assertThat(ended.err())
                        .startsWith("assay: " + file + " is refused: ")
                        .contains(why)
                        .hasLineCount(1)
                        .hasSizeLessThan(5_000);
            }
            try (Stream<Path> after = Files.list(folder)) {
                assertThat(after.count()).isEqualTo(files);
            }
        }
    }

    private Path with(String name, String text) throws IOException {
        Map<String, String> changed = new LinkedHashMap<>(entries);
        changed.put(name, text);
        return CardEntries.write(folder.resolve("harmful.card"), changed);
    }

    private Path edited(String name, String what, String by) throws IOException {
        String text = entries.getOrDefault(name, "");
        assertThat(text).contains(what);
        return with(name, text.replace(what, by));
    }

    /** Replaces names, sizes or contents within a zip's bytes by others of the same length. */
    private Path patched(String what, String by) throws IOException {
        String bytes = Files.readString(card, StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains(what);
        assertThat(by).hasSameSizeAs(what);
        return Files.writeString(folder.resolve("harmful.card"), bytes.replace(what, by), StandardCharsets.ISO_8859_1);
    }

    @Test
    void what_is_no_card_is_refused() throws IOException {
        assertRefused(
                Files.writeString(folder.resolve("text.card"), "{}"), "it is no card that this version of Assay reads");
        Path link = Files.createSymbolicLink(folder.resolve("link.card"), card);
        assertRefused(link, "it is no file");
        assertRefused(Files.write(folder.resolve("large.card"), new byte[(1 << 20) + 1]), "larger than a card");
        byte[] whole = Files.readAllBytes(card);
        assertRefused(
                Files.write(folder.resolve("cut.card"), Arrays.copyOf(whole, whole.length / 2)),
                "it is no card that this version of Assay reads");
    }

    @Test
    void a_bomb_is_not_unpacked() throws IOException {
        assertRefused(with("run-1.csv", "0".repeat(1 << 25)), "it unpacks to more than 16777216 B");
        Map<String, String> many = new LinkedHashMap<>(entries);
        for (int run = 2; run < 200; run++) {
            many.put("run-" + run + ".csv", "");
        }
        assertRefused(CardEntries.write(folder.resolve("many.card"), many), "more than the 104 of a card");
        String line = entries.getOrDefault("run-1.csv", "").lines().toList().getLast() + "\n";
        assertRefused(
                with("run-1.csv", entries.get("run-1.csv") + line.repeat(20_000)),
                "run-1.csv: it has more than 20000 lines");
        assertRefused(
                with("run-1.csv", entries.get("run-1.csv") + line.repeat(1_000)),
                "at most 1000 values of a statistic of a point");
    }

    /** Sizes in a zip's header may be wrong. */
    @Test
    void a_size_in_a_header_is_not_believed() throws IOException {
        Path lying = with("run-1.csv", "0".repeat(1 << 25));
        String bytes = Files.readString(lying, StandardCharsets.ISO_8859_1);
        String size = new String(new byte[] {0, 0, 0, 2}, StandardCharsets.ISO_8859_1);
        String small = new String(new byte[] {1, 0, 0, 0}, StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains(size);
        Files.writeString(lying, bytes.replace(size, small), StandardCharsets.ISO_8859_1);

        Ended ended = ProgramUnderTest.run("plan", lying.toString());
        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err()).contains("harmful.card is refused: ").hasLineCount(1);
    }

    @Test
    void an_entry_of_another_name_or_a_second_one_is_refused() throws IOException {
        for (String name : List.of("../evil", "/etc/passwd", "run-0.csv", "run-1.csv/", "notes.txt", "RUN-1.CSV")) {
            assertRefused(with(name, ""), "a card has no entry '" + name + "'");
        }
        assertRefused(
                patched("assay.lock", "\u001b]0;evil\u0007\u001b"),
                "a card has no entry '\\u001b]0;evil\\u0007\\u001b'");
        Map<String, String> two = new LinkedHashMap<>(entries);
        two.put("run-2.csv", "");
        card = CardEntries.write(folder.resolve("two.card"), two);
        assertRefused(patched("run-2.csv", "run-1.csv"), "it has two entries run-1.csv");
        assertRefused(card, "it has rows of more runs than card.json names");
    }

    @Test
    void a_missing_entry_is_named() throws IOException {
        for (String name : List.of("card.json", "assay.lock", "run-1.csv")) {
            Map<String, String> without = new LinkedHashMap<>(entries);
            without.remove(name);
            assertRefused(CardEntries.write(folder.resolve("harmful.card"), without), "it has no entry " + name);
        }
        Map<String, String> without = new LinkedHashMap<>(entries);
        without.remove("scenario.yaml");
        assertRefused(
                CardEntries.write(folder.resolve("harmful.card"), without),
                "it has no scenario.yaml, which only the card of an unchanged study goes without");
        assertRefused(with("scenario.yaml", ""), "it has no scenario.yaml");
        Path unsigned = folder.resolve("unsigned.card");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(unsigned))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        assertRefused(unsigned, "it has no entry SHA256SUMS");
    }

    @Test
    void aCardThatWasPackedAgainInAnotherOrderIsTheSame() throws IOException {
        Path card = CardEntries.write(folder.resolve("made.card"), entries);
        Path packed = folder.resolve("packed.card");
        try (ZipFile zip = new ZipFile(card.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(packed))) {
            for (ZipEntry entry : zip.stream().toList().reversed()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                zip.getInputStream(entry).transferTo(out);
                out.closeEntry();
            }
        }

        assertThat(CardFile.read(packed)).isEqualTo(CardFile.read(card));
    }

    @Test
    void what_a_message_repeats_of_a_card_begins_no_line_of_its_own() throws IOException {
        assertRefused(
                edited("run-1.csv", "messages/s", "\"bananas\nassay: all is well\""),
                "run-1.csv: line 2: expected one line of visible text, but found 'bananas\uFFFDassay: all is well'");
        assertRefused(edited("run-1.csv", "messages/s", "b".repeat(100_000)), "characters in all)");
    }

    @Test
    void a_card_that_was_edited_is_refused() throws IOException {
        assertRefused(patched("run-1.csv", "run-7.csv"), "it was changed after it was made");
        assertRefused(
                edited("card.json", "\"format\" : 4", "\"format\" : 5"),
                "its card.json has format 5, but this version of Assay reads only format 4");
        assertRefused(
                edited("card.json", "\"format\" : 4,", "\"format\" : 4, \"note\" : \"best of all\","),
                "card.json says more than a card does");
        assertRefused(with("card.json", "{"), "card.json is no JSON");
        assertRefused(with("card.json", "{\"format\" : 4}"), "expected a Facts as JSON");
    }

    @Test
    void control_characters_are_refused_wherever_they_are() throws IOException {
        assertRefused(
                edited("card.json", "\"title\" : \"in-memory\"", "\"title\" : \"\\u001b[2J\""),
                "card.json, line 3: expected one line of visible text, but found '\\u001b[2J'");
        assertRefused(edited("scenario.yaml", "name:", "\u202ename:"), "scenario.yaml has a control character, U+202E");
        assertRefused(edited("run-1.csv", "memory", "\u009bmemory"), "run-1.csv has a control character, U+009B");
        assertRefused(
                edited("assay.lock", "\"systems\" : [ ]", "\"systems\" : [ \"\\r\" ]"),
                "assay.lock, line 10: expected one line of visible text, but found '\\u000d'");
        assertRefused(
                edited("assay.lock", "\"systems\" : [ ]", "\"systems\" : [ \"Kafka\" ]"),
                "expected a system in lower-case letters and digits, but found 'Kafka'");
    }

    @Test
    void aNameIsReadAsWhatItIs() throws IOException {
        String artifact = "\"artifacts\" : { \"%s\" : \"" + "ab".repeat(32) + "\" }";
        for (String name : List.of(
                "\\u001b[32mVALID\\u001b[0m",
                "a:b:1\\nTo be run here: nothing",
                "a:b:1 and 2",
                "../a:b:1",
                "plugin \\u202eevil",
                "plugin ")) {
            assertRefused(
                    edited("assay.lock", "\"artifacts\" : { }", artifact.formatted(name)), "assay.lock, line 5: ");
        }
        assertRefused(
                edited("assay.lock", "\"artifacts\" : { }", "\"artifacts\" : { \"a:b:1\" : \"0f0f\" }"),
                "assay.lock, line 5: expected a SHA-256 in 64 hexadecimal digits, but found '0f0f'");
        assertRefused(
                edited("card.json", "\"title\" : \"in-memory\"", "\"title\" : \"a" + " ".repeat(99) + "b\""),
                "card.json, line 3: expected at most 4000 characters without two blanks in a row");
        assertRefused(
                edited("card.json", "\"title\" : \"in-memory\"", "\"title\" : \"a\u00a0\u3000b\""),
                "card.json, line 3: expected at most 4000 characters without two blanks in a row");
        String measured = entries.getOrDefault("card.json", "")
                .lines()
                .filter(line -> line.contains("\"measured\""))
                .findFirst()
                .orElseThrow();
        assertRefused(
                edited("card.json", measured, "\"measured\" : \"yesterday\","), "expected a day such as 2026-11-28");
    }

    @Test
    void anOddVersionIsRefusedWhereItStands() throws IOException {
        assertRefused(
                edited("card.json", "\"system\" : \"memory", "\"system\" : \"Memory"),
                "expected a system in lower-case letters and digits, and its version, but found 'Memory");
    }

    @Test
    void nothingIsNoValue() throws IOException {
        for (String name : List.of("\"title\" : \"in-memory\"", "\"overrides\" : [ ]")) {
            String key = name.split(":", 2)[0];
            assertRefused(edited("card.json", name, key + ": null"), "expected a value, but found 'null'");
        }
        assertRefused(
                edited("card.json", "\"overrides\" : [ ]", "\"overrides\" : [ null ]"),
                "expected a value, but found 'null'");
        assertRefused(
                edited("assay.lock", "\"artifacts\" : { }", "\"artifacts\" : { \"a:b:1\" : null }"),
                "assay.lock, line 5: expected a value, but found 'null'");
    }

    @Test
    void rows_are_those_of_a_summary() throws IOException {
        assertRefused(edited("run-1.csv", "trial,", "folder,"), "run-1.csv: line 1: expected trial,point,");
        assertRefused(edited("run-1.csv", "messages/s", "bananas"), "run-1.csv: line 2: expected a unit such as ns");
        assertRefused(with("run-1.csv", entries.get("run-1.csv") + "1,2,3\n"), "run-1.csv: line 6: expected trial,");
        assertRefused(
                with("run-1.csv", entries.get("run-1.csv") + "\"".repeat(9) + "\n"),
                "run-1.csv: line 6: expected trial,");
    }

    /** Returns the card's first row with another text in the column at {@code fromEnd}, counted from the last. */
    private Reading edited(int fromEnd, String text) throws IOException {
        String csv = entries.getOrDefault("run-1.csv", "");
        List<String> fields =
                new ArrayList<>(List.of(csv.lines().toList().get(1).split(",", -1)));
        fields.set(fields.size() - 1, "");
        fields.set(fields.size() - fromEnd, text);
        Path file = with("run-1.csv", csv.lines().findFirst().orElseThrow() + "\n" + String.join(",", fields) + "\n");
        List<Reading> rows = CardFile.read(file).rows().getFirst();
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    @Test
    void aFigureOf300DigitsHasAnExponent() throws IOException {
        edited(6, "1e300");
        String shown = TerminalRenderer.render(CardView.blocks(CardFile.read(folder.resolve("harmful.card"))), false);

        assertThat(shown).contains("e+").doesNotContainPattern("[\\d,]{30}");
    }

    /** Whoever edits a card can compute its digests. */
    @Test
    void what_is_no_measurement_does_not_count() throws IOException {
        for (String value : List.of("0", "-1", "Infinity", "NaN", "")) {
            Reading row = edited(6, value);
            assertThat(row.counts()).isFalse();
            assertThat(row.why()).isEqualTo("no value");
        }
        for (String n : List.of("0", "-1", "NaN")) {
            assertThat(edited(3, n).counts()).as("n is '%s'", n).isFalse();
        }
        // Former formats lack this.
        assertThat(edited(3, "").counts()).isTrue();
    }

    @Test
    void an_end_that_is_no_number_is_none() throws IOException {
        Reading low = edited(5, "NaN");
        assertThat(low.counts()).isTrue();
        assertThat(low.low()).isZero();
        Reading high = edited(4, "NaN");
        assertThat(high.counts()).isTrue();
        assertThat(high.high()).isInfinite();
    }
}
