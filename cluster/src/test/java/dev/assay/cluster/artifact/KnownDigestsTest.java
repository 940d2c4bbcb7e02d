package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownDigestsTest {
    /** A time long after the files of the test were made. */
    private static final InstantSource LATER = InstantSource.offset(InstantSource.system(), Duration.ofDays(1));

    @TempDir
    Path folder;

    private Path jar;
    private Path kept;

    @BeforeEach
    void write() throws IOException {
        jar = folder.resolve("a.jar");
        kept = folder.resolve("known.txt");
        Files.writeString(jar, "content");
    }

    @Test
    void aFileThatNobodyTouchedIsNotReadAgain() throws IOException {
        KnownDigests digests = KnownDigests.read(kept, LATER);
        String sha256 = digests.of(jar);
        digests.keep();
        // Only a digest that is taken from there can be one that the file does not have.
        Files.writeString(kept, Files.readString(kept).replace(sha256, "0".repeat(64)));
        assertThat(KnownDigests.read(kept, LATER).of(jar)).isEqualTo("0".repeat(64));
    }

    @Test
    void oneThatWasChangedIsThoughItsSizeAndTimeAreSetBack() throws IOException {
        KnownDigests digests = KnownDigests.read(kept, LATER);
        String before = digests.of(jar);
        digests.keep();
        FileTime time = Files.getLastModifiedTime(jar);
        Path replacement = folder.resolve("b.jar");
        Files.writeString(replacement, "CONTENT");
        Files.setLastModifiedTime(replacement, time);
        Files.delete(jar);
        Files.move(replacement, jar);
        assertThat(KnownDigests.read(kept, LATER).of(jar)).isNotEqualTo(before).isEqualTo(Sha256.ofFile(jar));
    }

    @Test
    void oneThatChangedJustNowIsNotRemembered() throws IOException {
        Instant changed = ((FileTime) Files.getAttribute(jar, "unix:ctime")).toInstant();
        KnownDigests digests = KnownDigests.read(kept, InstantSource.fixed(changed.plusMillis(1999)));
        digests.of(jar);
        digests.keep();
        assertThat(kept).doesNotExist();
    }

    @Test
    void linesOfAnotherKindAreNoDigests() throws IOException {
        Files.write(kept, List.of("", "something else", "a\tb"));
        assertThat(KnownDigests.read(kept, LATER).of(jar)).isEqualTo(Sha256.ofFile(jar));
    }
}
