package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnJvmTest {

    @ParameterizedTest
    @CsvSource({
        "GC.class_histogram, gcClassHistogram",
        "VM.native_memory, vmNativeMemory",
        "Thread.vthread_scheduler, threadVthreadScheduler",
        "System.map, systemMap",
    })
    void aCommandHasItsOperation(String command, String operation) {
        assertThat(OwnJvm.operation(command)).isEqualTo(operation);
    }

    @Test
    void thisJvmAnswers() {
        assertThat(OwnJvm.open().run("VM.version")).contains(System.getProperty("java.vm.version"));
    }

    @Test
    void aCommandThatThisJdkDoesNotHaveIsSaid() {
        assertThatThrownBy(() -> OwnJvm.open().run("VM.no_such_thing"))
                .isInstanceOf(DataException.class)
                .hasMessage("this JDK has no VM.no_such_thing");
    }
}
