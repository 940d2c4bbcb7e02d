package dev.assay.architecture.modules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;

/** Rules on who depends on whom. Each takes the root package, so that it can be held against a fixture as well. */
final class EdgeRules {
    /**
     * Libraries that belong to few modules.
     *
     * @param packagePattern the library's classes
     * @param owners packages below the root that may use it, those of the main one first
     */
    record Library(String packagePattern, List<String> owners) {
        Library {
            owners = List.copyOf(owners);
        }
    }

    /** Vendor clients first; the bench holds the bare client next to the driver. */
    static final List<Library> LIBRARIES = List.of(
            new Library("org.apache.kafka..", List.of("systems.kafka.driver..", "bench..")),
            new Library("org.apache.pulsar..", List.of("systems.pulsar.driver..")),
            new Library("com.rabbitmq..", List.of("systems.rabbitmq.driver..")),
            new Library("io.nats..", List.of("systems.nats.driver..")),
            new Library("io.grpc..", List.of("worker", "worker.wire..", "run..", "bench..")),
            new Library("io.fabric8..", List.of("kubernetes..")),
            new Library("io.prometheus..", List.of("run.metrics..")),
            new Library("org.jctools..", List.of("worker.engine..")),
            new Library("org.snakeyaml..", List.of("scenario..")),
            new Library("org.eclipse.aether..", List.of("cluster..")),
            new Library("org.apache.commons.statistics..", List.of("analysis..", "bench..")),
            new Library("gg.jte..", List.of("report..")),
            new Library("picocli..", List.of("cli..")),
            new Library(
                    "tools.jackson..",
                    List.of(
                            "host.file..",
                            "store..",
                            "worker.wire..",
                            "run..",
                            "report..",
                            "cli..",
                            "systems.rabbitmq.driver..")),
            new Library("org.junit..", List.of("driver..", "cluster..", "testing..")),
            new Library("org.assertj..", List.of("driver..", "cluster..", "testing..")));

    private EdgeRules() {}

    /** A module's classes know only the modules that the table allows. */
    static ArchRule edgesOf(AssayModule module, String root) {
        return classes()
                .that()
                .resideInAnyPackage(module.packagesBelow(root))
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage(root + "..").or(resideInAnyPackage(module.knownPackagesBelow(root))))
                .because("the dependency table of ARCHITECTURE.md allows " + module.folder() + " no other edge")
                .allowEmptyShould(true);
    }

    /** Workers bring up nothing: what a system's driver shares with its control side is what the system is. */
    static ArchRule driversDeployNothing(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".systems.*.driver..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(root + ".cluster..", root + ".systems.*.deployment..")
                .because("a worker's class path has the vendor's client and no deployment");
    }

    /** The control side has no vendor's client, and so can load nothing of a driver. */
    static ArchRule deploymentsKnowNoDriver(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".systems.*", root + ".systems.*.deployment..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".systems.*.driver..")
                .because("the vendor's client is on the class path of workers only");
    }

    /** A system knows no other one. */
    static ArchRule systemsAreApart(String root) {
        return slices().matching(root + ".systems.(*)..").should().notDependOnEachOther();
    }

    /** No class stands outside of all modules. */
    static ArchRule everyClassHasAModule(String root) {
        String[] all = Arrays.stream(AssayModule.values())
                .flatMap(module -> Arrays.stream(module.packagesBelow(root)))
                .toArray(String[]::new);
        return classes().that().resideInAPackage(root + "..").should().resideInAnyPackage(all);
    }

    /** A library is used by its owners only. */
    static ArchRule staysWithItsOwners(Library library, String root) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(ownersOf(library, root))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library.packagePattern());
    }

    static String[] ownersOf(Library library, String root) {
        return library.owners().stream().map(name -> root + "." + name).toArray(String[]::new);
    }

    /** No two packages know each other, not even around corners. */
    static ArchRule noPackageCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }
}
