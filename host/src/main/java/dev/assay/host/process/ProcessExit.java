package dev.assay.host.process;

/** @param code exit code; 128 + n where signal n killed it */
public record ProcessExit(int code, String logTail) {
    /** Returns the code in words, such as {@code exit code 1} or {@code killed by signal 9}. */
    public String reason() {
        return code > 128 && code < 128 + 65 ? "killed by signal " + (code - 128) : "exit code " + code;
    }
}
