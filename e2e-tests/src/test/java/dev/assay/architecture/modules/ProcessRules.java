package dev.assay.architecture.modules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;

/** Restricts who may start processes. The supervisor starts long-lived ones, so that nothing outlives Assay. */
final class ProcessRules {
    /**
     * Names the other classes that start processes, each with the reason; all of them wait for the end, and kill processes that don't end.
     */
    static final Map<String, String> OTHERS = Map.of(
            "dev.assay.bench.kafka.MemoryBenchmark",
            "starts another program in turns with the worker, and reads its memory while it runs",
            "dev.assay.bench.load.ChildJvm",
            "measures the process that it starts, so nothing may stand between them",
            "dev.assay.testing.tls.Certificates",
            "has keytool make a certificate for a test",
            "dev.assay.kubernetes.boot.Boot",
            "is the first process of a pod, where nothing of Assay's is there yet, and whatever it starts ends with the pod");

    private ProcessRules() {}

    /** Allows processes to the supervisor's package, the package of programs, which runs them to their end, and classes with a reason. */
    static ArchRule theSupervisorStartsProcesses(String root) {
        DescribedPredicate<JavaClass> mayNot = describe(
                "are neither the supervisor's, nor programs run to their end, nor have a reason",
                type -> !type.getPackageName().equals(root + ".host.process")
                        && !type.getPackageName().equals(root + ".host.program")
                        && !OTHERS.containsKey(type.getName()));
        DescribedPredicate<JavaAccess<?>> starts = describe("starts a process", ProcessRules::isStart);
        return noClasses()
                .that(mayNot)
                .should()
                .accessTargetWhere(starts)
                .because("only what the supervisor starts ends with Assay, however Assay ends");
    }

    private static boolean isStart(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return (owner.equals("java.lang.ProcessBuilder") && name.startsWith("start"))
                || (owner.equals("java.lang.Runtime") && name.equals("exec"));
    }
}
