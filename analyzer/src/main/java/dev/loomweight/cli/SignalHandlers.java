package dev.loomweight.cli;

import dev.loomweight.capture.Proc;
import dev.loomweight.capture.TimeLimit;
import dev.loomweight.launch.ExitStatus;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;

/**
 * Handlers for the signals that end a program. Java has no public API for them; every JDK has {@code sun.misc.Signal} in
 * the module jdk.unsupported, which exists for such uses. It is called by reflection because the compiler's warning about
 * the class cannot be suppressed.
 */
final class SignalHandlers {

    private static final List<String> NAMES = List.of("HUP", "INT", "TERM");

    /** Whether the program ends by itself. */
    private static volatile boolean ended;

    private SignalHandlers() {}

    /**
     * Makes the first signal end the program with its shutdown hooks, which may take some seconds but never waits for a
     * target, and the second one end it immediately. By default the JVM ignores all but the first.
     *
     * <p>The handlers are installed when the first signal has come, and not at the start: the classes that they need are
     * made by reflection, and would take every start 7 ms.
     */
    static void haltOnSecondSignal() {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("loomweight-signals").unstarted(SignalHandlers::onShutdown));
    }

    /** Ends the program with its shutdown hooks, as {@link System#exit} does, without a signal. */
    static void exit(int status) {
        ended = true;
        System.exit(status);
    }

    private static void onShutdown() {
        if (!ended) {
            TimeLimit.hurry();
            handle(name -> Runtime.getRuntime().halt(ExitStatus.ofSignal(name)));
        }
    }

    /** Passes each signal to a listener from now on, on a thread of its own, instead of ending the program. */
    static void handle(Consumer<String> listener) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method handle = signal.getMethod("handle", signal, handler);
            Method getName = signal.getMethod("getName");
            Object proxy = Proxy.newProxyInstance(
                    SignalHandlers.class.getClassLoader(), new Class<?>[] {handler}, (self, method, of) -> {
                        if (method.getName().equals("handle")) {
                            listener.accept((String) getName.invoke(of[0]));
                        }
                        return method.getReturnType() == int.class ? 0 : null;
                    });
            for (String name : NAMES) {
                try {
                    handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
                } catch (InvocationTargetException e) {
                    // Windows has no HUP.
                    if (!(e.getCause() instanceof IllegalArgumentException)) {
                        throw e;
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no sun.misc.Signal", e);
        }
    }

    /**
     * Whether this program is in the foreground of a terminal: then the terminal sends Ctrl-C both to it and to every
     * program that it has started. Read from {@code /proc/self/stat}, proc(5); false where that does not exist.
     */
    static boolean inForeground() {
        try {
            String stat = Files.readString(Proc.self().resolve("stat"));
            // After the program's name, which can contain anything: state ppid pgrp session tty_nr tpgid.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[2].equals(fields[5]);
        } catch (IOException e) {
            return false;
        }
    }
}
