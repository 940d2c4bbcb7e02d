package dev.assay.model.result;

/**
 * Records a worker that was lost while the load ran; the trial continued without it.
 *
 * @param seconds when it last reported, from the start of the load; what it did after that is not known
 * @param share of the load that it carried, 0 to 1: every producer has the same part of the messages
 * @param consumerShare of the consumers of the trial that it had, 0 to 1
 */
public record LostWorker(String worker, double seconds, double share, double consumerShare) {
    public LostWorker {
        if (!(seconds >= 0 && share >= 0 && share <= 1 && consumerShare >= 0 && consumerShare <= 1)) {
            throw new IllegalArgumentException("worker " + worker + " can't have been lost at second " + seconds
                    + " with " + share + " of the load and " + consumerShare + " of the consumers");
        }
    }
}
