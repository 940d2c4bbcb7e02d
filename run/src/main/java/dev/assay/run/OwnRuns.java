package dev.assay.run;

import dev.assay.cluster.AssayCache;
import dev.assay.host.file.DurableFile;
import dev.assay.host.file.SecretFile;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.run.directory.RecordJson;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The runs that this user has started, as the cache knows them. A run directory may come from anywhere, so what it says of addresses,
 * tokens and certificates counts only if one of these was started with exactly that, and what it says of topics only if one of these has
 * named them so. There is a file for each, named by a keyed digest of it.
 *
 * @param folder in the cache
 */
public record OwnRuns(Path folder) {
    private static final String MAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    /** All that a run directory could decide. */
    record Decisions(String id, String scenarioText, List<String> overrides, Optional<RunChoices> choices) {
        static Decisions of(RunRecord run) {
            return new Decisions(run.id(), run.scenarioText(), run.overrides(), run.choices());
        }
    }

    /** Those that this cache knows. */
    public static OwnRuns of(AssayCache cache) {
        return new OwnRuns(cache.ownRuns());
    }

    /** The part of the names of topics that a run has used; one that was resumed has used several. */
    record NamesOfTopics(String id, String runId) {}

    /**
     * Adds one that this user starts now.
     *
     * @throws CommandFailure when the cache can't be written
     */
    public void add(RunRecord run) {
        add(Decisions.of(run), run);
    }

    /**
     * Whether that is what one of them was started with.
     *
     * @throws CommandFailure when the cache can't be read
     */
    public boolean has(RunRecord run) {
        return has(Decisions.of(run));
    }

    /**
     * Adds what the names of a run's topics have in common from now on, before there are any.
     *
     * @throws CommandFailure when the cache can't be written
     */
    public void addTopics(RunRecord run, String runId) {
        add(new NamesOfTopics(run.id(), runId), run);
    }

    /**
     * Whether topics with that in their names are of that run.
     *
     * @throws CommandFailure when the cache can't be read
     */
    public boolean hasTopics(RunRecord run, String runId) {
        return has(new NamesOfTopics(run.id(), runId));
    }

    private void add(Record known, RunRecord run) {
        try {
            SecretFile key = key();
            if (!Files.exists(key.path())) {
                byte[] random = new byte[KEY_BYTES];
                new SecureRandom().nextBytes(random);
                key.create(HexFormat.of().formatHex(random));
            }
            DurableFile.write(folder.resolve(digest(known, key)), List.of(run.id()));
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private boolean has(Record known) {
        try {
            SecretFile key = key();
            return Files.exists(key.path()) && Files.exists(folder.resolve(digest(known, key)));
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private SecretFile key() {
        return new SecretFile(folder.resolve("key"));
    }

    private static String digest(Record known, SecretFile key) throws IOException {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(HexFormat.of().parseHex(key.read().strip()), MAC));
            byte[] text = RecordJson.text(known).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(mac.doFinal(text));
        } catch (IllegalArgumentException e) {
            throw new IOException(key.path() + " is no key; delete it, and the next run makes another", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK lacks " + MAC, e);
        }
    }

    private CommandFailure unusable(IOException problem) {
        return new CommandFailure(
                ExitCode.ENVIRONMENT,
                "can't use the records of your runs in the cache (" + folder + "): " + problem.getMessage(),
                problem);
    }
}
