package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sizes that a user set; the lines are from {@code jcmd PID VM.flags -all} of JDK 21.0.8. */
class SetSizesTest {

    @Test
    void whatTheCommandLineAndVariablesSet() {
        assertThat(SetSizes.of("""
                    uintx InitialCodeCacheSize                     = 20971520                               {pd product} {command line}
                   size_t InitialHeapSize                          = 1073741824                                {product} {command line}
                   size_t MinHeapSize                              = 104857600                                 {product} {environment}
                   size_t SoftMaxHeapSize                          = 2147483648                             {manageable} {command line, ergonomic}
                """))
                .isEqualTo(Map.of(
                        "InitialCodeCacheSize", 20971520L,
                        "InitialHeapSize", 1073741824L,
                        "MinHeapSize", 104857600L,
                        "SoftMaxHeapSize", 2147483648L));
    }

    @Test
    void whatTheJvmChoseItselfIsNotSet() {
        assertThat(SetSizes.of("""
                    uintx InitialCodeCacheSize                     = 2555904                                {pd product} {default}
                   size_t InitialHeapSize                          = 402653184                                 {product} {ergonomic}
                   size_t MinHeapSize                              = 8388608                                   {product} {ergonomic}
                   size_t MaxHeapSize                              = 8388608                                   {product} {command line}
                """)).isEmpty();
        assertThat(SetSizes.of("")).isEmpty();
    }
}
