package dev.loomweight.rules;

import java.util.Set;

/**
 * The rules of Mission Control that distinguish threads. Its threads are equal if their {@code osThreadId} is, and every
 * virtual thread has 0: to these rules, all virtual threads of a recording are one thread, mostly without a name.
 */
final class ThreadRules {

    /** Their identifiers; a test finds them in the classes of the rules. */
    static final Set<String> IDS = Set.of("Allocations.thread", "FewSampledThreads", "JavaBlocking", "VMOperations");

    private ThreadRules() {}
}
