package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.client.RetryWindow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException.ConflictException;
import org.apache.pulsar.client.admin.PulsarAdminException.NotFoundException;
import org.apache.pulsar.client.admin.PulsarAdminException.PreconditionFailedException;
import org.apache.pulsar.common.policies.data.Policies;

/** Creates and deletes namespaces of Assay. Each bears a mark, so that no other is ever deleted. */
final class Namespaces {
    private static final int LIMIT_SECONDS = 60;
    private static final String MARK = "created-by";
    private static final String ASSAY = "assay";

    private final PulsarAdmin admin;
    private final Map<String, Setting> policies;

    Namespaces(PulsarAdmin admin, Map<String, Setting> policies) {
        this.admin = admin;
        this.policies = policies;
    }

    /** Creates a namespace with the driver's policies; an existing one of Assay will do. */
    void create(String namespace) throws DriverException {
        Policies wanted = NamespacePolicies.of(policies);
        // The mark is set on creation: a namespace marked afterwards would stay if marking fails.
        wanted.properties = new HashMap<>(Map.of(MARK, ASSAY));
        try {
            PulsarFailures.await(
                    admin.namespaces().createNamespaceAsync(namespace, wanted),
                    "creating the namespace " + namespace,
                    LIMIT_SECONDS);
        } catch (DriverException e) {
            if (e.getCause() instanceof ConflictException && isAssays(namespace)) {
                return;
            }
            throw e;
        }
    }

    /** Returns the full names of its partitioned topics; empty where there is no such namespace. */
    Optional<Set<String>> topics(String namespace) throws DriverException {
        try {
            return Optional.of(Set.copyOf(listed(namespace)));
        } catch (DriverException e) {
            if (e.getCause() instanceof NotFoundException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns whether the namespace exists without Assay's mark. */
    boolean isForeign(String namespace) throws DriverException {
        return isForeign(namespace, PulsarFailures.retries());
    }

    private boolean isForeign(String namespace, RetryWindow again) throws DriverException {
        try {
            return !isAssays(namespace);
        } catch (DriverException e) {
            if (PulsarFailures.isOfServer(e) && !again.isOver()) {
                again.pause();
                return isForeign(namespace, again);
            }
            if (e.getCause() instanceof NotFoundException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Deletes a namespace of Assay that holds no topic any more.
     *
     * @return the topics because of which it stays; none where it is gone or somebody else's
     */
    List<String> deleteEmpty(String namespace) throws DriverException {
        return deleteEmpty(namespace, PulsarFailures.retries());
    }

    private List<String> deleteEmpty(String namespace, RetryWindow again) throws DriverException {
        try {
            if (!isAssays(namespace)) {
                return List.of();
            }
            List<String> inside = listed(namespace);
            if (inside.isEmpty()) {
                PulsarFailures.await(
                        admin.namespaces().deleteNamespaceAsync(namespace),
                        "deleting the namespace " + namespace,
                        LIMIT_SECONDS);
            }
            return inside;
        } catch (DriverException e) {
            // A bundle that the broker has just split no longer has the bounds by which it is deleted.
            boolean passing = PulsarFailures.isOfServer(e) || e.getCause() instanceof PreconditionFailedException;
            if (passing && !again.isOver()) {
                again.pause();
                return deleteEmpty(namespace, again);
            } else if (!(e.getCause() instanceof NotFoundException)) {
                throw e;
            }
            return List.of();
        }
    }

    Map<String, String> effective(String namespace) throws DriverException {
        return NamespacePolicies.text(PulsarFailures.await(
                admin.namespaces().getPoliciesAsync(namespace),
                "reading the policies of the namespace " + namespace,
                LIMIT_SECONDS));
    }

    private List<String> listed(String namespace) throws DriverException {
        return PulsarFailures.await(
                admin.topics().getPartitionedTopicListAsync(namespace),
                "listing the topics of the namespace " + namespace,
                LIMIT_SECONDS);
    }

    private boolean isAssays(String namespace) throws DriverException {
        return ASSAY.equals(PulsarFailures.await(
                admin.namespaces().getPropertyAsync(namespace, MARK),
                "asking whose the namespace " + namespace + " is",
                LIMIT_SECONDS));
    }
}
