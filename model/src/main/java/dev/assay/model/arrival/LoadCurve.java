package dev.assay.model.arrival;

import dev.assay.model.arrival.LoadProfile.Piece;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Gives Λ(t), the number of messages due by t, for a whole load of profiles one after the other. The rate is linear in each
 * piece, so Λ is a parabola there and has an inverse in closed form: message i is due at Λ⁻¹(i).
 */
public final class LoadCurve {
    /** Stands for the due time of a message beyond the end of the load. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Pieces take 40 bytes each; bursts each 100 ms make two million in 28 hours. */
    private static final int MAX_PIECES = 2_000_000;

    /** Counts at the ends of pieces come this close to a whole number only where they are meant to be one. */
    private static final double WHOLE = 1e-6;

    private long[] startNanos = new long[8];
    private double[] startCount = new double[8];
    /** These are kept beside the rate since a message one billion must be due at the exact instant. */
    private double[] gapNanos = new double[8];

    private double[] perNano = new double[8];
    private double[] changePerNano = new double[8];
    private int size;
    private long endNanos;
    private double total;

    /** @param skipped how much of the profile is over already when the part begins */
    public record Part(LoadProfile profile, Duration skipped, Duration length) {}

    private LoadCurve() {}

    /**
     * Builds the curve of a load whose parts follow each other.
     *
     * @throws IllegalArgumentException when it has more than {@value #MAX_PIECES} pieces
     */
    public static LoadCurve of(List<Part> parts) {
        LoadCurve curve = new LoadCurve();
        parts.forEach(curve::add);
        return curve;
    }

    private void add(Part part) {
        List<Piece> pieces = part.profile().pieces();
        long skip = part.skipped().toNanos();
        long remainingNanos = part.length().toNanos();
        if (part.profile().repeats()) {
            skip %= pieces.stream().mapToLong(piece -> piece.length().toNanos()).sum();
        }
        for (int index = 0; remainingNanos > 0; index++) {
            boolean over = index >= pieces.size() && !part.profile().repeats();
            Piece piece = over ? pieces.getLast() : pieces.get(index % pieces.size());
            long whole = piece.length().toNanos();
            if (over) {
                append(piece.toPerSecond(), piece.toPerSecond(), remainingNanos);
                remainingNanos = 0;
            } else if (skip < whole) {
                long taken = Math.min(remainingNanos, whole - skip);
                double change = (piece.toPerSecond() - piece.fromPerSecond()) / whole;
                append(piece.fromPerSecond() + change * skip, piece.fromPerSecond() + change * (skip + taken), taken);
                remainingNanos -= taken;
                skip = 0;
            } else {
                skip -= whole;
            }
        }
    }

    private void append(double fromPerSecond, double toPerSecond, long lengthNanos) {
        if (size == MAX_PIECES) {
            throw new IllegalArgumentException("the load changes its rate more than " + MAX_PIECES + " times");
        }
        if (size == startNanos.length) {
            int longer = Math.min(MAX_PIECES, 2 * size);
            startNanos = Arrays.copyOf(startNanos, longer);
            startCount = Arrays.copyOf(startCount, longer);
            gapNanos = Arrays.copyOf(gapNanos, longer);
            perNano = Arrays.copyOf(perNano, longer);
            changePerNano = Arrays.copyOf(changePerNano, longer);
        }
        startNanos[size] = endNanos;
        startCount[size] = total;
        gapNanos[size] = 1e9 / fromPerSecond;
        perNano[size] = fromPerSecond / 1e9;
        changePerNano[size] = (toPerSecond - fromPerSecond) / 1e9 / lengthNanos;
        size++;
        endNanos += lengthNanos;
        total = whole(total + (fromPerSecond + toPerSecond) / 2 * (lengthNanos / 1e9));
    }

    /** Rounds counts that binary fractions keep from being the whole number which rate and length give. */
    private static double whole(double count) {
        double nearest = Math.rint(count);
        return Math.abs(count - nearest) < WHOLE ? nearest : count;
    }

    public long endNanos() {
        return endNanos;
    }

    public double total() {
        return total;
    }

    /**
     * Returns Λ at a time.
     *
     * @param nanos from the start of the load
     */
    public double countAt(long nanos) {
        if (nanos <= 0 || size == 0) {
            return 0;
        }
        if (nanos >= endNanos) {
            return total;
        }
        int place = Arrays.binarySearch(startNanos, 0, size, nanos);
        int piece = place >= 0 ? place : -place - 2;
        double within = nanos - startNanos[piece];
        return startCount[piece] + within * (perNano[piece] + changePerNano[piece] * within / 2);
    }

    /**
     * Returns which part of what grows as the messages due do has grown by an instant, from 0 to 1. Where none is due between the ends, or the
     * load ends between them, it is taken to grow evenly.
     *
     * @param fromNanos from the start of the load, before {@code toNanos}
     */
    public double part(long fromNanos, long toNanos, long nanos) {
        double before = countAt(fromNanos);
        double due = toNanos > endNanos ? 0 : countAt(toNanos) - before;
        double part = due > 0 ? (countAt(nanos) - before) / due : (nanos - fromNanos) / (double) (toNanos - fromNanos);
        return Math.clamp(part, 0, 1);
    }

    /** Returns the index of the piece, from {@code from} on, in which the count is reached; the number of pieces when none reaches it. */
    int pieceOf(double count, int from) {
        int piece = from;
        while (piece < size && count >= endCount(piece)) {
            piece++;
        }
        return piece;
    }

    private double endCount(int piece) {
        return piece + 1 < size ? startCount[piece + 1] : total;
    }

    /**
     * Returns Λ⁻¹: when {@code count} messages have been due, to the nearest nanosecond within the piece.
     *
     * @param piece the one that {@link #pieceOf} returns for that count
     * @return {@link #NEVER} beyond the last piece
     */
    long dueNanos(double count, int piece) {
        if (piece >= size) {
            return NEVER;
        }
        double beyond = count - startCount[piece];
        double rate = perNano[piece];
        double change = changePerNano[piece];
        // The root of change/2 t² + rate t = beyond that does not cancel, whatever the sign of the change.
        double within = change == 0
                ? beyond * gapNanos[piece]
                : 2 * beyond / (rate + Math.sqrt(Math.max(0, rate * rate + 2 * change * beyond)));
        long end = piece + 1 < size ? startNanos[piece + 1] : endNanos;
        return Math.min(startNanos[piece] + (long) Math.rint(within), end - 1);
    }
}
