package dev.assay.cli.card;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Takes entries out of a card's zip and replaces them, as anybody can do. */
public final class CardEntries {
    private CardEntries() {}

    /** Returns the text of each entry except the digests. */
    public static Map<String, String> of(Path card) throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(card.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    entries.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        entries.remove("SHA256SUMS");
        return entries;
    }

    /** Writes a card of these entries with their digests, which anybody can compute. */
    public static Path write(Path file, Map<String, String> entries) throws IOException {
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        entries.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return Files.write(file, CardFile.packed(bytes));
    }
}
