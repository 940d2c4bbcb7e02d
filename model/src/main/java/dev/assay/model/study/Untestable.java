package dev.assay.model.study;

/** Lists why something can't be tested here, by its code. */
public enum Untestable {
    U1("the harness was at its limit, or disturbed the value"),
    U2("the claim is about the disk, but something else was at its limit"),
    U3("it needs several disks or machines that are not available here"),
    U4("the system, its version or its kind of queue is not available here"),
    U5("a cell was not run, does not fit, or is one trial with the cell that it is compared with"),
    U6("the durability level or a server's setting that was read back is not the requested one, or not known"),
    U7("the backlog was not read from disk");

    private final String meaning;

    Untestable(String meaning) {
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }
}
