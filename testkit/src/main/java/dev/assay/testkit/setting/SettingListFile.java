package dev.assay.testkit.setting;

import dev.assay.core.setting.SettingList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** A list of setting names among the sources of a system. */
public final class SettingListFile {
    private SettingListFile() {}

    /**
     * Holds a list against what a release really knows, as the newest that the list was taken from. With {@code
     * -Dassay.regenerate=true} the release is added to the list instead; names that only earlier ones knew are kept.
     *
     * @param release the version of the client on the class path
     * @param known all names that it knows
     * @throws AssertionError where the list is another one
     */
    public static void assertIsOf(Path file, String release, Set<String> known) {
        try {
            String text = Files.readString(file);
            SettingList wanted = SettingList.parse(text).with(release, known);
            if (Boolean.getBoolean("assay.regenerate")) {
                Files.writeString(file, wanted.text());
            } else if (!text.equals(wanted.text())) {
                throw new AssertionError(file + " does not say what " + wanted.software() + " " + release
                        + " knows; bring it up to date by running this test with -Dassay.regenerate=true");
            } else if (!wanted.releases().getLast().equals(release)) {
                throw new AssertionError(file + " has " + wanted.releases().getLast() + " as its newest release, but "
                        + release + " is on the class path");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or write " + file, e);
        }
    }
}
