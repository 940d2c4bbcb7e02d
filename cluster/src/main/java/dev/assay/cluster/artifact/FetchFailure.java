package dev.assay.cluster.artifact;

import dev.assay.cluster.DeploymentException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ChecksumFailureException;

/** Turns what the resolver throws into one message for people. */
record FetchFailure(String title, URI source) {
    DeploymentException explain(Exception failure) {
        List<Throwable> chain = Stream.iterate((Throwable) failure, c -> c != null, Throwable::getCause)
                .toList();
        if (chain.stream().anyMatch(ChecksumFailureException.class::isInstance)) {
            return DeploymentException.environment(
                    "A file fetched for " + title + " from " + host()
                            + " does not have the checksum that the repository"
                            + " states (" + deepest(chain) + "). Try again; if it stays so, the repository or a proxy"
                            + " in between is damaged.",
                    failure);
        }
        if (chain.stream().anyMatch(ArtifactNotFoundException.class::isInstance)) {
            return DeploymentException.input(
                    "There is no " + title + " at " + host() + " (" + deepest(chain) + "). Choose a version that is"
                            + " released, or set " + ArtifactCache.REPOSITORY_VARIABLE
                            + " to a repository that has it.",
                    failure);
        }
        return DeploymentException.environment(
                "Could not fetch " + title + " from " + host() + " (" + deepest(chain) + "). The first use of a version"
                        + " needs the network; later runs take it from the cache. Behind a proxy set the JVM's"
                        + " https.proxyHost and https.proxyPort, with a mirror set "
                        + ArtifactCache.REPOSITORY_VARIABLE + " to its URL, or copy the cache folder from a machine"
                        + " that has run this before.",
                failure);
    }

    private String host() {
        if (source.getHost() == null) {
            return source.toString();
        }
        return source.getPort() < 0 ? source.getHost() : source.getHost() + ":" + source.getPort();
    }

    private static String deepest(List<Throwable> chain) {
        Throwable last = chain.getLast();
        String message = last.getMessage();
        return message == null
                ? last.getClass().getSimpleName()
                : last.getClass().getSimpleName() + ": " + message;
    }
}
