package dev.assay.run.launch;

import dev.assay.cluster.AssayCache;
import dev.assay.host.file.RecordJson;
import dev.assay.host.file.SecretFile;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records the runs that this user has started: a file for each in the cache, which only this user can read. A run directory may come from
 * anywhere, so it decides nothing: how a run is resumed, and which topics are its own, is read from here.
 *
 * @param folder in the cache
 */
public record OwnRuns(Path folder) {
    /** The limit of a record: a scenario of 4 MiB, with all its characters escaped, and the rest. */
    private static final int MAX_BYTES = 1 << 25;

    /** @param topics prefixes of its topics' names; several where it was resumed */
    record Known(LaunchOptions options, List<String> topics) {
        Known {
            topics = List.copyOf(topics);
        }
    }

    public static OwnRuns of(AssayCache cache) {
        return new OwnRuns(cache.ownRuns());
    }

    /**
     * Adds a run that this user starts now.
     *
     * @throws CommandFailure when the cache can't be written
     */
    public void add(RunRecord run, LaunchOptions options) {
        write(run, new Known(options, List.of()));
    }

    /**
     * Returns how a run was started; empty where this user has started none with this record.
     *
     * @throws CommandFailure when the cache can't be read
     */
    public Optional<LaunchOptions> of(RunRecord run) {
        return read(run).map(Known::options);
    }

    /**
     * Adds the run id in the names of a run's topics, before there are any. Of a run that this user resumes and has not started, nothing
     * else is known.
     *
     * @throws CommandFailure when the cache can't be written
     */
    public void addTopics(RunRecord run, String runId) {
        Optional<Known> known = read(run);
        if (known.isPresent()) {
            List<String> all = Stream.concat(known.get().topics().stream(), Stream.of(runId))
                    .toList();
            write(run, new Known(known.get().options(), all));
        }
    }

    /**
     * Returns whether topics with that id in their names are of that run.
     *
     * @throws CommandFailure when the cache can't be read
     */
    public boolean hasTopics(RunRecord run, String runId) {
        return read(run).filter(known -> known.topics().contains(runId)).isPresent();
    }

    private Optional<Known> read(RunRecord run) {
        SecretFile file = file(run);
        try {
            if (!Files.exists(file.path())) {
                return Optional.empty();
            }
            Known known = RecordJson.record(file.read(MAX_BYTES), Known.class);
            boolean same = known.options().text().equals(run.scenarioText())
                    && known.options().overrides().equals(run.overrides());
            return same ? Optional.of(known) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // Another version of Assay wrote it.
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private void write(RunRecord run, Known known) {
        try {
            file(run).replace(RecordJson.text(known));
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private SecretFile file(RunRecord run) {
        return new SecretFile(folder.resolve(run.identity()));
    }

    private CommandFailure unusable(IOException problem) {
        return new CommandFailure(
                ExitCode.ENVIRONMENT,
                "can't use the records of your runs in the cache (" + folder + "): " + problem.getMessage(),
                problem);
    }
}
