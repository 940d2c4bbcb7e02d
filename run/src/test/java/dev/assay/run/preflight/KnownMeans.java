package dev.assay.run.preflight;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Fetch;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.driver.DriverConfig;
import dev.assay.model.durability.Fault;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.fleet.Machine;
import dev.assay.worker.wire.SettingsQuestion.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Has room for everything until a test says otherwise, and records who was asked. */
final class KnownMeans extends Means {
    static final long GIB = 1L << 30;

    long memoryBytes = 64 * GIB;
    long heapBytes = GIB / 2;
    long freeBytes = 1_000 * GIB;
    Set<String> missing = new HashSet<>();
    Set<String> cached = new HashSet<>(Set.of("kafka", "pulsar", "rabbitmq"));
    /** Objections by the setting of a producer that they are against. */
    Map<String, String> objections = new TreeMap<>();

    @Nullable
    Runnable question;

    boolean root = true;
    boolean offline;
    final List<String> asked = new ArrayList<>();

    KnownMeans() {
        super(new AssayCache(Path.of("/cache")), ProgressListener.SILENT);
    }

    @Override
    protected long memoryBytes() {
        return memoryBytes;
    }

    @Override
    protected long heapBytes() {
        return heapBytes;
    }

    @Override
    protected long freeBytes(Path folder) {
        return freeBytes;
    }

    @Override
    public LocalNeeds servers(TrialSpec trial) {
        String system = trial.system().system();
        if (missing.contains(system)) {
            throw DeploymentException.environment("There is no " + system + " here. Install it.", null);
        }
        return new LocalNeeds(GIB, List.of(fetch(system, "the servers of ")), Optional.ofNullable(question));
    }

    @Override
    protected Optional<String> refusal(Fault fault) {
        return root ? Optional.empty() : Optional.of("that takes root");
    }

    @Override
    protected Optional<Fetch> client(SystemSpec system) {
        return Optional.of(fetch(system.system(), "the client of "));
    }

    @Override
    protected Answer objections(SystemSpec system, List<DriverConfig> proposals) {
        if (offline && !cached.contains(system.system())) {
            throw DeploymentException.environment("Could not fetch the client of " + system.system(), null);
        }
        return new Answer(
                system.system() + "-client 1.0",
                proposals.stream()
                        .map(proposal -> objections.entrySet().stream()
                                .filter(one -> proposal.settings().producer().containsKey(one.getKey()))
                                .map(Map.Entry::getValue)
                                .toList())
                        .toList());
    }

    private Fetch fetch(String system, String title) {
        return new Fetch(title + system, "repo.example.com", cached.contains(system), () -> ask(title + system));
    }

    private synchronized void ask(String title) {
        asked.add(title);
        if (offline) {
            throw DeploymentException.environment("Could not fetch " + title, null);
        }
    }

    @Override
    public void ports() {}

    @Override
    protected void ssh(Machine machine) {
        ask(machine.name());
        if (machine.name().startsWith("dead")) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, machine.name() + ": it can't be used by ssh");
        }
    }
}
