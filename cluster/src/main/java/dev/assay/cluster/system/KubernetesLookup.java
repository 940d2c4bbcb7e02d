package dev.assay.cluster.system;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.spec.KubernetesServers;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds servers by the names that they have in Kubernetes. Whoever talks to Kubernetes registers the only one. */
public interface KubernetesLookup {
    /**
     * Finds them.
     *
     * @param how what of their namespace says where they are
     * @throws DeploymentException when something is not there, or may not be read
     */
    FoundServers find(KubernetesServers named, Function<KubernetesNamespace, FoundServers> how);

    /** The one on the class path; loaded only here, as most runs ask nothing of Kubernetes. */
    static KubernetesLookup installed() {
        return ServiceLoader.load(KubernetesLookup.class, KubernetesLookup.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> DeploymentException.environment(
                        "Nothing on the class path can ask Kubernetes. Build Assay again.", null));
    }
}
