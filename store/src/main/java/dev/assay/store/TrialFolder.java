package dev.assay.store;

import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

final class TrialFolder {
    private final Path folder;

    TrialFolder(Path folder) {
        this.folder = folder;
    }

    boolean finished() {
        return Files.isRegularFile(folder.resolve(TrialWriter.RECORD));
    }

    /** Returns why the trial did not finish, as far as somebody had the time to write it down. */
    Optional<String> failure() {
        return text(TrialWriter.FAILURE).or(() -> text(TrialWriter.INTERRUPTION));
    }

    private Optional<String> text(String name) {
        Path file = folder.resolve(name);
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(new String(StoredBytes.of(file), StandardCharsets.UTF_8).strip())
                    : Optional.empty();
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }

    TrialRecord record() {
        Path file = folder.resolve(TrialWriter.RECORD);
        TrialRecord record = RecordFile.record(file, RecordFile.readTree(file), TrialRecord.class);
        // A copy would count twice.
        if (!folder.endsWith(record.folder())) {
            throw StoreException.damaged(
                    file, "it is the record of trial " + record.folder() + ", not of the trial in whose folder it is");
        }
        return record;
    }

    StoredTrial read(FolderTrial.Access access) {
        return new FolderTrial(folder, record(), access);
    }

    /** Returns a folder's entries by name; none where there is no such folder. */
    static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw StoreException.reading(folder, e);
        }
    }
}
