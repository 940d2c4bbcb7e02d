package dev.assay.architecture.modules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Contains the dependency table of ARCHITECTURE.md: each module, its packages below the root, and the modules it may know. */
@SuppressWarnings("ImmutableEnumChecker") // the lists come from List.of
enum AssayModule {
    MODEL("model", List.of("model.."), List.of()),
    SCENARIO("scenario", List.of("scenario.."), List.of("model")),
    DRIVER("driver", List.of("driver.."), List.of("model")),
    HOST("host", List.of("host.."), List.of("model")),
    STORE("store", List.of("store.."), List.of("host")),
    WORKER("worker", List.of("worker.."), List.of("driver", "host")),
    CLUSTER("cluster", List.of("cluster.."), List.of("model", "host")),
    MEMORY("systems/memory", List.of("systems.memory.."), List.of("driver", "cluster")),
    KAFKA("systems/kafka", List.of("systems.kafka.."), List.of("driver", "cluster")),
    NATS("systems/nats", List.of("systems.nats.."), List.of("driver", "cluster")),
    PULSAR("systems/pulsar", List.of("systems.pulsar.."), List.of("driver", "cluster")),
    RABBITMQ("systems/rabbitmq", List.of("systems.rabbitmq.."), List.of("driver", "cluster")),
    SYSTEMS(
            "systems",
            List.of(),
            List.of("systems/memory", "systems/kafka", "systems/nats", "systems/pulsar", "systems/rabbitmq")),
    ANALYSIS("analysis", List.of("analysis.."), List.of("store", "scenario")),
    RUN("run", List.of("run.."), List.of("worker", "scenario", "cluster", "analysis")),
    REPORT("report", List.of("report.."), List.of("analysis")),
    KUBERNETES("kubernetes", List.of("kubernetes.."), List.of("run")),
    OMB("omb", List.of("omb.."), List.of("scenario")),
    CLI("cli", List.of("cli.."), List.of("run", "kubernetes", "report", "omb")),
    DIST("dist", List.of(), List.of("cli", "systems")),
    BENCH("bench", List.of("bench.."), List.of("run", "testing", "systems/kafka", "systems/memory")),
    TESTING("testing", List.of("testing.."), List.of("driver", "host")),
    E2E_TESTS("e2e-tests", List.of(), List.of());

    private final String folder;
    private final List<String> packages;
    private final List<String> mayKnow;

    AssayModule(String folder, List<String> packages, List<String> mayKnow) {
        this.folder = folder;
        this.packages = packages;
        this.mayKnow = mayKnow;
    }

    /** Returns the module's folder, relative to the root of the project. */
    String folder() {
        return folder;
    }

    /** Returns the artifact's name, such as {@code assay-kafka}. */
    String artifact() {
        return "assay-" + folder.replace("systems/", "").replace('/', '-');
    }

    /** Returns package patterns of the module's own classes below {@code root}; none for a module without classes. */
    String[] packagesBelow(String root) {
        return packages.stream().map(name -> root + "." + name).toArray(String[]::new);
    }

    /** Returns package patterns of the module's own classes and of those that it may know, directly or transitively. */
    String[] knownPackagesBelow(String root) {
        return known().stream()
                .flatMap(module -> Arrays.stream(module.packagesBelow(root)))
                .toArray(String[]::new);
    }

    /** Returns the modules that the table names for this one. */
    Set<AssayModule> mayKnow() {
        Set<AssayModule> direct = new LinkedHashSet<>();
        mayKnow.forEach(name -> direct.add(ofFolder(name)));
        return direct;
    }

    /** Returns this module and all that it may know, also transitively, since a module's types are made of those that it knows. */
    Set<AssayModule> known() {
        Set<AssayModule> reached = new LinkedHashSet<>(List.of(this));
        List<AssayModule> open = new ArrayList<>(reached);
        while (!open.isEmpty()) {
            open.removeLast().mayKnow().stream().filter(reached::add).forEach(open::add);
        }
        return reached;
    }

    static AssayModule ofFolder(String folder) {
        return Arrays.stream(values())
                .filter(module -> module.folder.equals(folder))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no module " + folder + " in the dependency table"));
    }
}
