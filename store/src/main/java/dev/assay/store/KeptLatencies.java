package dev.assay.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * Keeps what was computed from a trial's histograms in a file beside them. Its first line has the size and CRC-32C of each of their files
 * and of the second line, so that nothing is taken from one that doesn't belong to them.
 */
final class KeptLatencies {
    static final String FILE = "latencies.kept";

    /** Is many times what a trial of a hundred groups takes. */
    private static final long MAX_BYTES = 1 << 28;

    private KeptLatencies() {}

    static Optional<String> read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            String[] lines = Files.readString(file).split("\n", -1);
            return lines.length == 3 && lines[0].equals(digests(folder, lines[1]))
                    ? Optional.of(lines[1])
                    : Optional.empty();
        } catch (IOException e) {
            return Optional
                    .empty(); // It is computed anew from the files that it stands for, or their error is reported.
        }
    }

    static void write(Path folder, String computed) {
        try {
            if (Files.isWritable(folder)) {
                AtomicFile.write(
                        folder.resolve(FILE),
                        (digests(folder, computed) + "\n" + computed + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException | StoreException e) {
            // Nothing is lost but time, as it is computed anew when the trial is read again.
        }
    }

    private static String digests(Path folder, String computed) throws IOException {
        StringBuilder digests = new StringBuilder();
        for (Path file : TrialFolder.children(folder)) {
            String name = file.getFileName().toString();
            if (name.equals(TrialWriter.HICCUPS) || TrialWriter.phaseOf(name) != null) {
                digests.append(name)
                        .append(' ')
                        .append(Files.size(file))
                        .append(' ')
                        .append(checksum(Files.newInputStream(file)))
                        .append(", ");
            }
        }
        byte[] bytes = computed.getBytes(StandardCharsets.UTF_8);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return digests.append(bytes.length)
                .append(' ')
                .append(Long.toHexString(checksum.getValue()))
                .toString();
    }

    private static String checksum(InputStream opened) throws IOException {
        CRC32C checksum = new CRC32C();
        try (InputStream in = new CheckedInputStream(new BufferedInputStream(opened), checksum)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return Long.toHexString(checksum.getValue());
    }
}
