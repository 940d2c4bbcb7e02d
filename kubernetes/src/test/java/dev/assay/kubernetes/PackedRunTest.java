package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedRunTest {
    private static final String JOB = "assay-1";
    private static final String RUN = "20260101T000000Z-first";
    private static final byte[] CONTENT = {'x'};

    @TempDir
    Path folder;

    private Path out = Path.of("");

    @BeforeEach
    void choose() {
        out = folder.resolve("runs");
    }

    @Test
    void aRunIsPutBelowTheFolderOfRunsForItsOwnerAlone() throws IOException {
        assertThat(unpack(zip(RUN + "/run.json", RUN + "/trials/001/trial.json")))
                .contains(out.resolve(RUN));

        assertThat(out.resolve(RUN + "/trials/001/trial.json")).hasContent("x");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out.resolve(RUN))))
                .isEqualTo("rwx------");
        assertThat(names(out)).containsExactly(RUN);
    }

    @Test
    void nobodyElseLooksAtWhatArrives() throws IOException {
        try (PackedRun packed = PackedRun.of(out, JOB)) {
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(packed.file().getParent())))
                    .isEqualTo("rwx------");
        }
    }

    /** The first try was killed: nobody closed it. */
    @Test
    void whatIsHalfDoneIsReplaced() throws IOException {
        Path half = Files.createDirectories(out.resolve("." + JOB + ".new/runs/" + RUN));
        Files.writeString(half.resolve("run.json"), "half");
        Files.writeString(out.resolve("." + JOB + ".new/run.zip"), "half");

        assertThat(unpack(zip(RUN + "/run.json"))).contains(out.resolve(RUN));

        assertThat(out.resolve(RUN + "/run.json")).hasContent("x");
        assertThat(names(out)).containsExactly(RUN);
    }

    @Test
    void aRunOfThatNameStays() throws IOException {
        Files.createDirectories(out.resolve(RUN));
        Files.writeString(out.resolve(RUN + "/run.json"), "mine");

        assertThat(unpack(zip(RUN + "/run.json"))).contains(out.resolve(RUN + "-2"));

        assertThat(out.resolve(RUN + "/run.json")).hasContent("mine");
        assertThat(out.resolve(RUN + "-2/run.json")).hasContent("x");
    }

    /** The first try was killed after the run had its place, and before it was deleted in the pod. */
    @Test
    void theSameRunIsNotThereTwice() throws IOException {
        unpack(zip(RUN + "/run.json"));
        Files.writeString(out.resolve(RUN + "/report.html"), "made here");

        assertThat(unpack(zip(RUN + "/run.json"))).contains(out.resolve(RUN));
        assertThat(names(out)).containsExactly(RUN);
    }

    @Test
    void aRunThatEndedBeforeItHadAFolderIsNone() throws IOException {
        assertThat(unpack(zip())).isEmpty();
        assertThat(names(out)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../run.json",
                "/tmp/run.json",
                RUN + "/../../run.json",
                RUN + "/./run.json",
                RUN + "//run.json",
                RUN + "/trials/",
                RUN + "\\..\\run.json",
                RUN + "/a\nthe run is in /",
                RUN + "/\u001b[31m",
                RUN,
                "run.json",
                "latest/run.json",
                ".ssh/authorized_keys",
                "20260101T000000Z-/run.json",
                "20260101T000000Z-second/run.json",
            })
    void pathsThatNoRunHasAreRefused(String name) throws IOException {
        byte[] zip = zip(RUN + "/run.json", name);

        assertThatThrownBy(() -> unpack(zip))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("it has a file '\\P{Cntrl}+', which is .*");
        assertThat(names(out)).isEmpty();
        assertThat(names(folder)).containsExactly("runs");
    }

    @Test
    void twoFilesOfOneNameAreRefused() throws IOException {
        byte[] zip = replaced(zip(RUN + "/a.json", RUN + "/b.json"), RUN + "/b.json", RUN + "/a.json");
        assertThatThrownBy(() -> unpack(zip)).hasMessage("it has two files '%s/a.json'", RUN);
        assertThat(names(out)).isEmpty();
    }

    /** The entry claims to be a link to /etc, as those do that 'zip --symlinks' packs. */
    @Test
    void noLinkIsMade() throws IOException {
        byte[] zip = zip(RUN + "/etc");
        int central = new String(zip, StandardCharsets.ISO_8859_1).indexOf("PK\u0001\u0002");
        zip[central + 5] = 3; // Made on Unix.
        zip[central + 41] = (byte) 0xA1; // S_IFLNK | 0777, in the upper half of the external attributes.
        zip[central + 40] = (byte) 0xFF;

        unpack(zip);
        assertThat(out.resolve(RUN + "/etc")).isRegularFile().hasContent("x");
        assertThat(Files.isSymbolicLink(out.resolve(RUN + "/etc"))).isFalse();
    }

    @Test
    void aRunThatUnpacksToMoreThanRunsDoIsRefused() throws IOException {
        byte[] zip = zip(new byte[64 << 20], RUN + "/run.json");
        assertThat(zip).hasSizeLessThan(1 << 17);
        assertThatThrownBy(() -> unpack(zip)).hasMessageMatching("it unpacks to more than 2\\d MiB, .*");
        assertThat(names(out)).isEmpty();
    }

    @Test
    void theDiskIsNotFilled() throws IOException {
        long[] free = {PackedRun.RESERVE + (5 << 20)};
        PackedRun.Room room = _ -> free[0] -= 1 << 20;
        byte[] zip = zip(new byte[8 << 20], RUN + "/run.json");

        try (PackedRun packed = PackedRun.of(out, JOB, room)) {
            Files.write(packed.file(), zip);
            assertThatThrownBy(packed::unpack)
                    .hasMessageMatching(
                            "1 MiB are needed in .*runs, and 0 MiB are free there; make room, or name another folder by --out");
        }
        assertThat(names(out)).isEmpty();
    }

    @Test
    void aPathThatIsDeeperThanThoseOfRunsIsRefused() throws IOException {
        assertThat(unpack(zip(RUN + "/b/c/d/e/f/g/h"))).isPresent();

        byte[] zip = zip(RUN + "/b/c/d/e/f/g/h/i");
        assertThatThrownBy(() -> unpack(zip)).hasMessageContaining("which is deeper than any in a run");
    }

    /** Folders take room like files: the file and three folders are one block more than there is. */
    @Test
    void foldersOfAPathAreCounted() throws IOException {
        long[] free = {PackedRun.RESERVE + 4 * 4096};
        PackedRun.Room room = _ -> free[0] -= 4096;

        try (PackedRun packed = PackedRun.of(out, JOB, room)) {
            Files.write(packed.file(), zip(RUN + "/a/b/c/run.json"));
            assertThatThrownBy(packed::unpack).hasMessageContaining("MiB are needed in");
        }
    }

    /** Whoever held it has deleted it after another opened it, and a third has made it anew. */
    @Test
    void aLockThatWasDeletedHoldsNothing() throws IOException {
        try (FileChannel lock = lock()) {
            assertThat(PackedRun.isIn(folder, lock)).isTrue();
            Files.delete(folder.resolve("lock"));
            assertThat(PackedRun.isIn(folder, lock)).isFalse();
            try (FileChannel third = lock()) {
                assertThat(PackedRun.isIn(folder, third)).isTrue();
                Files.writeString(folder.resolve("lock"), "x".repeat(1 << 16));
                assertThat(PackedRun.isIn(folder, lock)).isFalse();
            }
        }
    }

    private FileChannel lock() throws IOException {
        return FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private Optional<Path> unpack(byte[] zip) throws IOException {
        try (PackedRun packed = PackedRun.of(out, JOB)) {
            Files.write(packed.file(), zip);
            return packed.unpack();
        }
    }

    private byte[] zip(String... names) throws IOException {
        return zip(CONTENT, names);
    }

    private byte[] zip(byte[] content, String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.endsWith("/") ? new byte[0] : content);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] replaced(byte[] zip, String name, String by) {
        return new String(zip, StandardCharsets.ISO_8859_1).replace(name, by).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> names(Path folder) {
        String[] names = folder.toFile().list();
        return names == null ? List.of() : Arrays.asList(names);
    }
}
