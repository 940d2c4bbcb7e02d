package dev.assay.model.failure;

/**
 * Describes one failure in the words of a system's client.
 *
 * @param code the vendor's error code, or the simple name of its exception: of these there are few
 * @param message the vendor's, as long and wild as it may be
 */
public record Failure(FailureClass kind, String code, String message) {
    public static Failure of(FailureClass kind, Throwable cause) {
        String message = cause.getMessage();
        return new Failure(kind, cause.getClass().getSimpleName(), message == null ? cause.toString() : message);
    }
}
