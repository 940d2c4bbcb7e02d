package dev.assay.cli.history;

import dev.assay.cli.compare.NewFile;
import dev.assay.report.export.Exported;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes an export: all of its files or, where one of them is there already, none. */
final class ExportedFiles {
    private ExportedFiles() {}

    /**
     * Writes them and says where they are.
     *
     * @param to the file, or the folder for several
     * @throws CommandFailure when there is nothing to write, a file is there already, or can't be written
     */
    static void write(ExportFormat format, Exported exported, Path to, PrintWriter out) {
        if (exported.files().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no value to export for " + format
                            + ", because no trial is VALID or none has usable values; "
                            + String.join("; ", exported.notes()));
        }
        Map<Path, String> files = new LinkedHashMap<>();
        exported.files().forEach((name, text) -> files.put(exported.folder() ? to.resolve(name) : to, text));
        files.keySet().forEach(NewFile::requireFree);
        if (exported.folder()) {
            createFolder(to);
        }
        files.forEach((file, text) -> {
            NewFile.write(file, text);
            out.println("written: " + file);
        });
        exported.notes().forEach(out::println);
    }

    private static void createFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, folder + " can't be created: " + e, e);
        }
    }
}
