package dev.assay.cluster.artifact;

/**
 * Something that a run takes out of the cache, where it is fetched to first if it is not in there.
 *
 * @param title what it is, for people
 * @param origin where it is fetched from, for people
 * @param question fetches it, or throws a {@link dev.assay.cluster.DeploymentException}
 */
public record Fetch(String title, String origin, boolean cached, Runnable question) {}
