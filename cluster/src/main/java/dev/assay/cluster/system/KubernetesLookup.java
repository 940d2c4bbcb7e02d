package dev.assay.cluster.system;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
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

    /**
     * Brings them up by the manifests that are to be applied; does nothing where none are.
     *
     * @return what deletes them; may be called on any thread, and says itself what it can't delete
     * @throws DeploymentException when they can't be had; nothing is left behind then
     */
    Runnable apply(KubernetesServers named, ProgressListener progress);

    /** The one on the class path; loaded only here, as most runs ask nothing of Kubernetes. */
    static KubernetesLookup installed() {
        return ServiceLoader.load(KubernetesLookup.class, KubernetesLookup.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> DeploymentException.environment(
                        "Nothing on the class path can ask Kubernetes. Build Assay again.", null));
    }
}
