package dev.assay.report.chart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Packs text as Base64 of its UTF-8 bytes in gzip (RFC 1952), which browsers can unpack without a library. */
public final class PackedText {
    private PackedText() {}

    public static String of(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new Smallest(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory can be written to at any time, but was not", e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    private static final class Smallest extends GZIPOutputStream {
        Smallest(ByteArrayOutputStream to) throws IOException {
            super(to);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
