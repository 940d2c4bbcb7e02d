package dev.assay.cluster.artifact;

/**
 * Describes something that a run takes out of the cache, into which it is fetched first if it is missing.
 *
 * @param title for people
 * @param origin source of the fetch, for people
 * @param question fetches it, or throws a {@link dev.assay.cluster.DeploymentException}
 */
public record Fetch(String title, String origin, boolean cached, Runnable question) {}
