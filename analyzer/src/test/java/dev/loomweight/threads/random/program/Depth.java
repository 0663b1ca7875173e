package dev.loomweight.threads.random.program;

/** Calls before the work, so that stacks differ in length and lines. */
final class Depth {

    private Depth() {}

    static void go(int calls, Stage.Work work) {
        if (calls == 0) {
            last(work);
        } else if (calls % 3 == 0) {
            byThree(calls - 1, work);
        } else {
            go(calls - 1, work);
        }
    }

    private static void byThree(int calls, Stage.Work work) {
        go(calls, work);
    }

    private static void last(Stage.Work work) {
        try {
            work.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
