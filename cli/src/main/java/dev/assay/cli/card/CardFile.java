package dev.assay.cli.card;

import dev.assay.analysis.SummaryLines;
import dev.assay.analysis.reading.Reading;
import dev.assay.host.file.RecordJson;
import dev.assay.model.display.LongText;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.Card;
import dev.assay.report.card.Card.Facts;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.CardMaker;
import dev.assay.report.card.Lock;
import dev.assay.store.Summary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads and writes cards as zip files of the card's facts, the scenario, {@code assay.lock}, the rows of each run, and the digests of
 * these. A card may come from a stranger: entry names must be on a list, entries are read into memory up to a limit whatever their headers
 * say, and nothing is unpacked to disk.
 */
public final class CardFile {
    public static final String SUFFIX = ".card";

    private static final String FACTS = "card.json";
    private static final String SCENARIO = "scenario.yaml";
    private static final String LOCK = "assay.lock";
    private static final String SUMS = "SHA256SUMS";
    private static final List<String> ORDER = List.of(FACTS, SCENARIO, LOCK);

    private static final Pattern NAMES =
            Pattern.compile("card\\.json|scenario\\.yaml|assay\\.lock|SHA256SUMS|run-[1-9]\\d{0,2}\\.csv");

    /** A file with more bytes is refused as a card. */
    private static final long MAX_BYTES = 1 << 20;

    /** All entries together must have fewer bytes unpacked, since a small zip may unpack to gigabytes. */
    private static final int MAX_UNPACKED_BYTES = 1 << 24;

    private static final int MAX_ENTRIES = Card.MAX_RUNS + 4;
    private static final int MAX_LINES = 20_000;

    /** Gives entries the earliest time that a zip can store, so that the same runs make the same card. */
    private static final LocalDateTime WRITTEN = LocalDateTime.of(1980, 1, 1, 0, 0);

    private CardFile() {}

    /** Tells from the file's name alone whether it is a card. */
    public static boolean isOne(Path file) {
        return file.toString().endsWith(SUFFIX);
    }

    /**
     * Returns the entries of a card without their digests, in the order in which they are written.
     *
     * @param scenario empty for an unchanged study of this build
     * @param rows one element for each run, with the columns of {@link SummaryLines}
     */
    static Map<String, byte[]> entries(Facts facts, String scenario, Lock lock, List<byte[]> rows) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(FACTS, RecordJson.bytes(facts));
        if (!scenario.isEmpty()) {
            entries.put(SCENARIO, scenario.getBytes(StandardCharsets.UTF_8));
        }
        entries.put(LOCK, RecordJson.bytes(lock));
        rows.forEach(run -> entries.put(run(entries.size() - (scenario.isEmpty() ? 1 : 2)), run));
        return entries;
    }

    private static String run(int number) {
        return "run-" + number + ".csv";
    }

    static byte[] packed(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(zip, entry.getKey(), entry.getValue());
            }
            put(zip, SUMS, sums(entries).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory can be written to at any time, but was not", e);
        }
        return bytes.toByteArray();
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(WRITTEN);
        zip.putNextEntry(entry);
        zip.write(bytes);
        zip.closeEntry();
    }

    /** Returns the digests in the format that {@code sha256sum} writes and checks. */
    private static String sums(Map<String, byte[]> entries) {
        return entries.entrySet().stream()
                .map(entry -> CardMaker.sha256(entry.getValue()) + "  " + entry.getKey() + "\n")
                .collect(Collectors.joining());
    }

    /**
     * Reads the card in a file.
     *
     * @throws CommandFailure when there is none, it has another format, or it was changed since it was made
     */
    public static Card read(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "it is no file, or larger than a card: give what 'assay card' wrote");
            }
            Map<String, byte[]> entries = inOrder(unpacked(file));
            String sums = new String(bytes(entries, SUMS), StandardCharsets.UTF_8);
            entries.remove(SUMS);
            if (!sums.equals(sums(entries))) {
                throw new IllegalArgumentException(
                        "it was changed after it was made: its digests are of something else; make it again from its runs");
            }
            return card(entries);
        } catch (IOException e) {
            throw CommandFailure.badInput(
                    file + " is refused: it is no card that this version of Assay reads, which is a zip: "
                            + line(String.valueOf(e.getMessage())),
                    e);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.badInput(file + " is refused: " + line(String.valueOf(e.getMessage())), e);
        }
    }

    /** Puts a message that quotes a card into one line of limited length, so that its author can't forge lines of Assay's own. */
    static String line(String message) {
        return VisibleText.line(LongText.truncate(message));
    }

    /**
     * Sorts entries into the order in which they are written, since an archive that was packed again may have another order
     * and is the same card.
     */
    private static Map<String, byte[]> inOrder(Map<String, byte[]> unpacked) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        unpacked.keySet().stream()
                .sorted(Comparator.comparingInt(CardFile::place)
                        .thenComparingInt(String::length)
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(name -> entries.put(name, bytes(unpacked, name)));
        return entries;
    }

    private static int place(String name) {
        int place = ORDER.indexOf(name);
        return place < 0 ? ORDER.size() : place;
    }

    /** Reads the zip's central directory at its end, as all unpacking programs do. */
    private static Map<String, byte[]> unpacked(Path file) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() > MAX_ENTRIES) {
                throw new IllegalArgumentException(
                        "it has %d entries, more than the %d of a card".formatted(zip.size(), MAX_ENTRIES));
            }
            int left = MAX_UNPACKED_BYTES;
            for (ZipEntry entry : zip.stream().toList()) {
                String name = entry.getName();
                if (!NAMES.matcher(name).matches()) {
                    throw new IllegalArgumentException(
                            "a card has no entry '" + VisibleText.of(LongText.truncate(name)) + "'");
                }
                if (entries.containsKey(name)) {
                    throw new IllegalArgumentException("it has two entries " + name);
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    entries.put(name, in.readNBytes(left + 1));
                }
                left -= bytes(entries, name).length;
                if (left < 0) {
                    throw new IllegalArgumentException("it unpacks to more than " + MAX_UNPACKED_BYTES + " B");
                }
            }
        }
        return entries;
    }

    /**
     * Reads a card from its entries.
     *
     * @throws IllegalArgumentException when they have another format, or an impossible value
     */
    static Card card(Map<String, byte[]> entries) {
        Facts facts = record(entries, FACTS, Facts.class, "format", Card.FORMAT);
        Lock lock = record(entries, LOCK, Lock.class, "lock", Lock.FORMAT);
        String scenario = entries.containsKey(SCENARIO) ? text(entries, SCENARIO) : "";
        if (scenario.isEmpty() && facts.study().filter(OfStudy::unchanged).isEmpty()) {
            throw new IllegalArgumentException(
                    "it has no " + SCENARIO + ", which only the card of an unchanged study goes without");
        }
        List<List<Reading>> rows = new ArrayList<>();
        for (int run = 1; run <= facts.runs().size(); run++) {
            String name = run(run);
            try {
                rows.add(Summary.read(text(entries, name), SummaryLines.COLUMNS, MAX_LINES, line -> {
                    line.values().forEach(CardText::requireLine);
                    return SummaryLines.reading(line);
                }));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
            }
        }
        if (entries.size() != rows.size() + (entries.containsKey(SCENARIO) ? 3 : 2)) {
            throw new IllegalArgumentException("it has rows of more runs than " + FACTS + " names");
        }
        return new Card(CardMaker.sha256(sums(entries)), facts, scenario, lock, rows);
    }

    private static <T extends Record> T record(
            Map<String, byte[]> entries, String name, Class<T> type, String number, int format) {
        String text = text(entries, name);
        int of = tree(name, bytes(entries, name)).path(number).asInt(-1);
        if (of != format) {
            throw new IllegalArgumentException(
                    "its %s has format %d, but this version of Assay reads only format %d".formatted(name, of, format));
        }
        CardText.require(name, text);
        T record = RecordJson.record(text, type);
        if (!RecordJson.isOf(text, record)) {
            throw new IllegalArgumentException(name + " says more than a card does");
        }
        return record;
    }

    private static JsonNode tree(String name, byte[] json) {
        try {
            return RecordJson.tree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(name + " is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static byte[] bytes(Map<String, byte[]> entries, String name) {
        byte[] bytes = entries.get(name);
        if (bytes == null) {
            throw new IllegalArgumentException("it has no entry " + name);
        }
        return bytes;
    }

    private static String text(Map<String, byte[]> entries, String name) {
        String text = new String(bytes(entries, name), StandardCharsets.UTF_8);
        requireVisible(name, text);
        return text;
    }

    private static void requireVisible(String name, String text) {
        text.codePoints().filter(VisibleText::isHidden).findFirst().ifPresent(point -> {
            throw new IllegalArgumentException(
                    "%s has a control character, U+%04X, which no card has".formatted(name, point));
        });
    }
}
