package dev.loomweight.cli;

import dev.loomweight.capture.BoundedWait;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The signals that end a program, for one that passes them on instead. Java has no public way to hear them; every JDK
 * has {@code sun.misc.Signal}, in the module jdk.unsupported that is there for such uses. By reflection, since the
 * compiler warns of the class and cannot be told otherwise.
 */
final class Signals {

    private static final List<String> NAMES = List.of("HUP", "INT", "TERM");

    private static final int STATUS_OF_SIGNAL = 128;
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private Signals() {}

    /**
     * From now on the first signal ends the program in its own way, which may take some seconds and no target can
     * prolong; the next one ends it at once. The JVM alone ignores all but the first.
     */
    static void endAtOnceAtTheSecond() {
        AtomicBoolean asked = new AtomicBoolean();
        handle(name -> {
            int status = STATUS_OF_SIGNAL + NUMBERS.getOrDefault(name, 0);
            BoundedWait.programEnds();
            if (asked.getAndSet(true)) {
                Runtime.getRuntime().halt(status);
            }
            System.exit(status);
        });
    }

    /** Hands each signal to a listener from now on, on a thread of its own; one that cannot be heard ends the program. */
    static void handle(Consumer<String> listener) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method handle = signal.getMethod("handle", signal, handler);
            Method getName = signal.getMethod("getName");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, of) -> {
                        if (method.getName().equals("handle")) {
                            listener.accept((String) getName.invoke(of[0]));
                        }
                        return method.getReturnType() == int.class ? 0 : null;
                    });
            for (String name : NAMES) {
                handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no signals", e);
        }
    }

    /**
     * Whether this program stands in the foreground of a terminal: then the terminal sends Ctrl-C to it and to every
     * program that it has started. By {@code /proc/self/stat}, proc(5); where there is none, it does not.
     */
    static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // Behind the program's name, which can hold anything: state ppid pgrp session tty_nr tpgid.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[2].equals(fields[5]);
        } catch (IOException e) {
            return false;
        }
    }
}
