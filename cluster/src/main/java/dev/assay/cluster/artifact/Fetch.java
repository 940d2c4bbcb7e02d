package dev.assay.cluster.artifact;

/**
 * Describes the fetch of something that a run takes out of the cache.
 *
 * @param title for people
 * @param origin source of the fetch, for people
 * @param question fetches it where it is missing, or throws a {@link dev.assay.cluster.DeploymentException}
 */
public record Fetch(String title, String origin, boolean cached, Runnable question) {}
